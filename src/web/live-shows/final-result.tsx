import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { formatPercentile, getShowLeaderboard } from '#contract/leaderboards.ts';
import { paths } from '#contract/pages.ts';
import type { Show } from '#contract/shows.ts';
import { buildBoardPageQuery } from '#web/board/use-board-page.ts';
import { queryWithTotalFor } from '#web/http/query-for.ts';
import { formatWinners } from '#web/score-display/format-winners.ts';
import { markResultSeen } from '#web/score-display/seen-results.ts';
import { Winners } from '#web/score-display/winners.tsx';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { type MyProgress, STANDINGS_PAGE_SIZE } from './use-my-progress.ts';

type FinalResultProps = { show: Show; myProgress: MyProgress };

export function FinalResult({ show, myProgress: { prediction, standing } }: FinalResultProps) {
  const { id: userId } = useUser();
  const query = buildBoardPageQuery(STANDINGS_PAGE_SIZE);
  const board = useQuery(queryWithTotalFor(getShowLeaderboard, { params: { id: show.id }, query }));
  const isOver = show.status === 'closed';
  const scoredPrediction = isOver && prediction && prediction.points !== null ? prediction : null;
  useEffect(() => {
    if (scoredPrediction) markResultSeen(userId, scoredPrediction.id);
  }, [userId, scoredPrediction]);

  const winners = isOver && board.data ? formatWinners(board.data.rows, userId) : null;
  const percentile =
    scoredPrediction && standing ? formatPercentile(standing.behind, standing.total) : null;
  return (
    <div className={winners ? BAR : undefined}>
      {/* The region is always mounted: screen readers announce only changes of an existing one. */}
      <p role="status" className="flex min-w-0 flex-1 flex-wrap gap-x-[0.25em] lg:flex-none">
        {winners && (
          <>
            <strong className="font-semibold">That was the show.</strong>{' '}
            <Winners sentence={winners} />{' '}
            {percentile && <span className="w-full text-dim text-sm">{percentile}</span>}
          </>
        )}
      </p>
      {winners && (
        <div className="flex shrink-0 flex-wrap justify-end gap-2">
          <Button asChild>
            <Link href={paths.showRecap({ id: show.id })}>Recap</Link>
          </Button>
          {scoredPrediction && (
            <Button asChild variant="lamp">
              <Link href={paths.share({ prediction: scoredPrediction.id })}>Share</Link>
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

const BAR =
  'mt-1.5 mb-2.5 flex min-h-13 animate-[rise_250ms_ease-out] items-center justify-between gap-x-6 border-rail border-t pt-2 lg:mt-2.5 lg:mb-0 lg:justify-start xl:mt-0 xl:border-t-0 xl:pt-0';
