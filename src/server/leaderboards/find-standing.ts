import type { Standing } from '#contract/scorecard.ts';
import type { BoardUser } from './board.ts';
import type { Boards } from './boards.ts';

export async function findStanding(
  boards: Boards,
  showId: string,
  user: BoardUser,
): Promise<Standing | null> {
  const board = await boards.forShow(showId);
  const [row, total] = await Promise.all([board.findRow(user), board.total()]);
  return row ? { rank: row.rank, total } : null;
}
