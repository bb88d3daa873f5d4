import { decideReport, type ReportedContent } from '#contract/moderation.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogItem } from '#web/ui/overlay/use-dialog-item.ts';
import { type Decision, SanctionDialog } from './sanction-dialog.tsx';

const DISMISS = { content: 'show', author: 'none' } as const;
const HIDE = { content: 'hide', author: 'none' } as const;

type DecisionButtonsProps = { item: ReportedContent; onDecided: () => void };

export function DecisionButtons({ item, onDecided }: DecisionButtonsProps) {
  const { id, version, fingerprint, kind, hidden } = item;
  const sanction = useDialogItem();
  const decide = useMutation(
    mutationFor(decideReport, {
      successToast: (_, { body }) => describeDecision(body),
      errorToast: 'Failed to save the decision',
      onSuccess() {
        sanction.close();
        onDecided();
      },
    }),
  );
  const send = (decision: Decision) =>
    void decide.mutate({ params: { id }, body: { version, fingerprint, ...decision } });
  const isPending = decide.isPending;
  const isRemoved = hidden === 'removed';
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabled={isPending} onClick={() => send(DISMISS)}>
        {isRemoved ? 'Show again' : 'Dismiss'}
      </Button>
      {kind !== 'username' && !isRemoved && (
        <Button disabled={isPending} onClick={() => send(HIDE)}>
          Hide
        </Button>
      )}
      <Button disabled={isPending} onClick={() => sanction.show()}>
        Warn or mute
      </Button>
      {!isRemoved && (
        <Button
          variant="ghost"
          disabled={isPending}
          onClick={() => send({ ...DISMISS, isAbuse: true })}
        >
          Dismiss as false
        </Button>
      )}
      {sanction.key > 0 && (
        <SanctionDialog
          key={sanction.key}
          item={item}
          open={sanction.open}
          onClose={sanction.close}
          pending={isPending}
          onDecide={send}
        />
      )}
    </div>
  );
}

function describeDecision({ content, author, isAbuse }: Decision): string {
  if (author !== 'none') return author === 'warn' ? 'Fan warned' : 'Fan muted';
  if (content === 'hide') return 'Removed from view';
  return isAbuse ? 'Dismissed as false' : 'Visible to everyone';
}
