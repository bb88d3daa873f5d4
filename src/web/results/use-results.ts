import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getHouseNight } from '#contract/house-players.ts';
import { formatPercentile, getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { getShowCalls } from '#contract/odds.ts';
import type { Prediction } from '#contract/predictions.ts';
import { getReceipt } from '#contract/receipts.ts';
import type { Standing } from '#contract/scorecard.ts';
import { getSetlist } from '#contract/setlists.ts';
import { queryFor, queryWithTotalFor } from '#web/http/query-for.ts';

/** `standing` is null while loading and after an error. `best` has the board's first rows. */
export function useResults(showId: string) {
  const params = { id: showId };
  const setlist = useQuery(queryFor(getSetlist, { params }));
  const row = useQuery(queryFor(getMyShowRow, { params }));
  const board = useQuery(queryWithTotalFor(getShowLeaderboard, { params, query: { limit: '5' } }));
  const standing: Standing | null =
    row.data && board.data ? { rank: row.data.rank, total: board.data.total } : null;
  const percentile = row.data && board.data && formatPercentile(row.data.behind, board.data.total);
  return {
    setlist,
    standing,
    percentile,
    best: board.data?.rows ?? [],
    isStandingSettled: !row.isPending && !board.isPending,
    // Only the first load: a retry after an error must not hide visible results.
    isStandingLoading: [row, board].some(isFirstLoading),
  };
}

/** The parts below the scorecard appear together, so that nothing moves. */
export function useAreDetailsLoading({ showId: id, points }: Prediction): boolean {
  const params = { id };
  const queries = [
    useQuery(queryFor(getShowCalls, { params })),
    useQuery(queryFor(getHouseNight, { params })),
    useQuery({ ...queryFor(getReceipt, { params }), enabled: points !== null }),
  ];
  return queries.some(isFirstLoading);
}

function isFirstLoading({ isLoading, isFetched }: Pick<UseQueryResult, 'isLoading' | 'isFetched'>) {
  return isLoading && !isFetched;
}
