import type { ShowRow } from './leaderboards.ts';
import type { LeagueBoardDelta } from './league-board-delta.ts';

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
