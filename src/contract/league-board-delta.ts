import { z } from 'zod';
import type { ShowRow } from './leaderboards.ts';

/**
 * The first page of a league's board after a change of the standings. `changed` has the members whose
 * name or place on this page is new since the league's previous event, or all of them.
 */
export const leagueBoardDelta = z.object({
  showId: z.uuid(),
  total: z.int(),
  /** `[userId, totalPoints]` of each row, best first. */
  order: z.array(z.tuple([z.uuid(), z.int()])),
  changed: z.array(
    z.object({
      userId: z.uuid(),
      username: z.string(),
      isPrivate: z.literal(true).optional(),
    }),
  ),
});
export type LeagueBoardDelta = z.output<typeof leagueBoardDelta>;

/** What a page sends to watch a league's board. */
export function boardWatchName(leagueId: string): string {
  return `leagueBoard:${leagueId}`;
}

export function diffBoards(
  oldRows: readonly ShowRow[],
  newRows: readonly ShowRow[],
): Pick<LeagueBoardDelta, 'order' | 'changed'> {
  const oldById = new Map(oldRows.map((row) => [row.userId, row]));
  const isNew = ({ userId, username, isPrivate }: ShowRow) => {
    const oldRow = oldById.get(userId);
    return oldRow?.username !== username || oldRow.isPrivate !== isPrivate;
  };
  return {
    order: newRows.map(({ userId, totalPoints }) => [userId, totalPoints]),
    changed: newRows
      .filter(isNew)
      .map(({ userId, username, isPrivate }) => ({ userId, username, isPrivate })),
  };
}

/** Returns undefined if a member's name is missing: the page missed an event. */
export function applyBoardDelta(
  rows: readonly ShowRow[],
  { order, changed }: Pick<LeagueBoardDelta, 'order' | 'changed'>,
): ShowRow[] | undefined {
  const fans = new Map([...rows, ...changed].map((fan) => [fan.userId, fan]));
  const newRows: ShowRow[] = [];
  for (const [userId, totalPoints] of order) {
    const fan = fans.get(userId);
    if (!fan) return undefined;
    const { username, isPrivate } = fan;
    const previous = newRows.at(-1);
    const rank = previous?.totalPoints === totalPoints ? previous.rank : newRows.length + 1;
    newRows.push({ rank, userId, username, totalPoints, ...(isPrivate && { isPrivate }) });
  }
  return newRows;
}
