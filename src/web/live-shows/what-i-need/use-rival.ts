import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getMyShowRow, getShowLeaderboard, type ShowRow } from '#contract/leaderboards.ts';
import { queryFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';

export type Rival = Pick<ShowRow, 'userId' | 'username'>;

/** Returns the fan one rank above, or below the leader. Null without other fans. */
export function useDefaultRival(
  showId: string,
  board: readonly ShowRow[],
  isNeeded: boolean,
): Rival | null | undefined {
  const { id: userId } = useUser();
  const [rival, setRival] = useState<Rival>();
  const params = { id: showId };
  const myRow = useQuery(queryFor(getMyShowRow, { params })).data;
  const nextBest = myRow && findNextBest(board, myRow);
  const isBeyondBoard = myRow !== undefined && myRow !== null && nextBest === undefined;
  const above = useQuery({
    ...queryFor(getShowLeaderboard, {
      params,
      query: { limit: '1', offset: String(Math.max(0, (myRow?.rank ?? 0) - 2)) },
    }),
    // Runs once: a found rival stays, so that songs cause no requests.
    enabled: isNeeded && !rival && isBeyondBoard,
  });
  const found = nextBest ?? (isBeyondBoard ? above.data?.[0] : undefined);
  if (!rival && found) setRival(found);
  const isAlone = board.every((row) => row.userId === userId);
  return rival ?? (isAlone ? null : undefined);
}

/** Returns undefined if the fan above is not among the first rows of the board. */
function findNextBest(
  board: readonly ShowRow[],
  { userId, rank }: Pick<ShowRow, 'userId' | 'rank'>,
): ShowRow | undefined {
  if (rank === 1) return board.find((row) => row.userId !== userId);
  const last = board.at(-1);
  return last && last.rank >= rank ? board.findLast((row) => row.rank < rank) : undefined;
}
