import { useQuery } from '@tanstack/react-query';
import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { countedQueryFor, queryFor } from '#web/http/query-for.ts';
import { pageQueryOf } from './use-board-page.ts';

export interface Standing {
  rank: number;
  /** How many predicted the show. */
  total: number;
}

/**
 * One's own place on a show's board, and whether it is being read anew. Undefined while it is not
 * known, null for who is not on it. `rows` is the page of the board beside it: they share one call.
 */
export function useStanding(showId: string, rows: number) {
  const params = { id: showId };
  const own = useQuery(queryFor(getMyShowRow, { params }));
  const board = useQuery(countedQueryFor(getShowLeaderboard, { params, query: pageQueryOf(rows) }));
  return { standing: standingOf(own.data, board.data), isFetching: own.isFetching };
}

function standingOf(
  own: { rank: number } | null | undefined,
  board: { total: number } | undefined,
): Standing | null | undefined {
  if (own === null) return null;
  return own && board && { rank: own.rank, total: board.total };
}
