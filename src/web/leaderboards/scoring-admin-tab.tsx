import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { calculateScores, SHOW_NOT_SCORABLE } from '#contract/calculate-scores.ts';
import { predictionsCsvPath, resultsCsvPath } from '#contract/exports.ts';
import { paths } from '#contract/pages.ts';
import { getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { hasResults, type Show } from '#contract/shows.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { StatusBadge } from '#web/show-display/show-facts.tsx';
import { ShowTicket } from '#web/show-display/show-ticket.tsx';
import { Button } from '#web/ui/button.tsx';
import { DownloadLink } from '#web/ui/download-link.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { ScoredShowTable } from './scored-show-table.tsx';

type ScoringAdminTabProps = {
  show: Show | undefined;
  picker: ReactNode;
};

/** For shows whose scores weren't calculated when they closed. */
export function ScoringAdminTab({ show, picker }: ScoringAdminTabProps) {
  const calculation = useMutation(
    mutationFor(calculateScores, {
      successToast: 'Scores calculated successfully',
      errorToast: 'Failed to calculate scores',
    }),
  );

  const setlist = useQuery({
    ...queryFor(getSetlist, { params: { id: show?.id ?? '' } }),
    enabled: show !== undefined,
  });
  const [showToConfirm, setShowToConfirm] = useState<Show | null>(null);

  async function calculate({ id }: Show) {
    await calculation.mutate({ params: { id } });
    setShowToConfirm(null);
  }

  function requestCalculation() {
    const problem = !show ? 'Please select a show' : !hasResults(show) && SHOW_NOT_SCORABLE;
    if (problem) toast({ title: 'Error', description: problem, variant: 'destructive' });
    else if (show && setlist.data?.length === 0) setShowToConfirm(show);
    else if (show) void calculate(show);
  }

  return (
    <div className="grid gap-6">
      <div className="max-w-2xl">{picker}</div>
      {!show && <EmptyState title="No show selected" text="Choose a live or closed show." />}
      {show && (
        <ShowTicket show={show} as="h2" badge={<StatusBadge status={show.status} />}>
          <SongCount setlist={setlist} />
        </ShowTicket>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant={show?.status === 'closed' ? 'lamp' : 'quiet'}
          pending={calculation.isPending}
          pendingText="Calculating..."
          disabled={setlist.isLoading}
          onClick={requestCalculation}
        >
          Calculate Scores
        </Button>
        {show && hasResults(show) && (
          <p className="flex flex-wrap gap-3">
            <DownloadLink href={predictionsCsvPath(show.id)}>Predictions CSV</DownloadLink>
            <DownloadLink href={resultsCsvPath(show.id)}>Results CSV</DownloadLink>
          </p>
        )}
        <p className="basis-full text-dim text-sm">
          Scores every prediction against the setlist. Closing the show also does this.
        </p>
      </div>
      {show?.status === 'closed' && <ScoredShowTable key={show.id} showId={show.id} />}
      {show && show.status !== 'closed' && (
        <p className="text-dim">
          The leaderboard appears here once the show is closed.{' '}
          {show.status === 'live' && (
            <Link
              href={paths.showLeaderboard({ show: show.id })}
              className="inline-flex min-h-11 items-center font-semibold text-text underline underline-offset-4"
            >
              Standings so far
            </Link>
          )}
        </p>
      )}
      {showToConfirm && (
        <ConfirmDialog
          open
          onOpenChange={() => setShowToConfirm(null)}
          title="Score an empty setlist?"
          text={`“${showToConfirm.name}” has no songs in its setlist. Every prediction gets 0 points and counts as a game in everyone's average score.`}
          confirmLabel="Calculate Scores"
          pending={calculation.isPending}
          pendingText="Calculating..."
          onConfirm={() => void calculate(showToConfirm)}
        />
      )}
    </div>
  );
}

function SongCount({ setlist }: { setlist: UseQueryResult<SetlistEntry[]> }) {
  return (
    <Loaded
      query={setlist}
      label="Loading the setlist"
      errorMessage="The setlist could not be loaded."
      skeleton={<p aria-hidden>Counting songs...</p>}
    >
      {({ length }) => (
        <p className="tabular-nums">
          {length} {length === 1 ? 'song' : 'songs'} in the setlist
        </p>
      )}
    </Loaded>
  );
}
