import { useQuery } from '@tanstack/react-query';
import {
  acceptProposedChange,
  dismissProposedChange,
  listProposedChanges,
  type ProposedChange,
  sourceName,
} from '#contract/imports.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { ShowFacts } from '#web/show-display/show-facts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';

export function ProposalsPanel() {
  const { data = [] } = useQuery(queryFor(listProposedChanges));
  if (data.length === 0) return null;
  return (
    <Panel title="Proposed changes">
      <p className="max-w-prose px-4.5 pb-4.5 text-dim">
        The archive has different data for these shows. If you accept a change, points are
        recalculated.
      </p>
      <ul aria-label="Proposed changes">
        {data.map((proposal) => (
          <Proposal key={proposal.show.id} {...proposal} />
        ))}
      </ul>
    </Panel>
  );
}

function Proposal({ source, show, lines }: ProposedChange) {
  const accept = useMutation(
    mutationFor(acceptProposedChange, {
      successToast: 'Change accepted',
      errorToast: 'Failed to accept the change',
    }),
  );
  const dismiss = useMutation(
    mutationFor(dismissProposedChange, {
      successToast: 'Change dismissed',
      errorToast: 'Failed to dismiss the change',
    }),
  );
  const isPending = accept.isPending || dismiss.isPending;
  const params = { id: show.id };
  return (
    <li className="grid gap-3 border-rail/60 border-t px-4.5 py-4">
      <div>
        <h3 className="font-semibold">{show.name}</h3>
        <div className="text-dim text-sm">
          <ShowFacts show={show} showDate />
          {sourceName(source) && <p>From {sourceName(source)}</p>}
        </div>
      </div>
      <ul className="grid list-disc gap-1 wrap-anywhere pl-5 text-sm">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="lamp"
          disabled={isPending}
          pending={accept.isPending}
          pendingText="Accepting..."
          aria-label={`Accept the change to ${show.name}`}
          onClick={() => void accept.mutate({ params })}
        >
          Accept
        </Button>
        <Button
          disabled={isPending}
          pending={dismiss.isPending}
          pendingText="Dismissing..."
          aria-label={`Dismiss the change to ${show.name}`}
          onClick={() => void dismiss.mutate({ params })}
        >
          Dismiss
        </Button>
      </div>
    </li>
  );
}
