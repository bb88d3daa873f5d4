import { formatWin } from '#contract/winners.ts';

export type WinnersSentence = { name: string; rest: string };

/** Returns 'marigold and 2 others won with 97 pts', split after the name. */
export function formatWinners(
  rows: readonly { rank: number; username: string; userId: string; totalPoints: number }[],
  userId: string,
): WinnersSentence | null {
  const winners = rows.filter(({ rank, totalPoints }) => rank === 1 && totalPoints > 0);
  const [winner] = winners;
  if (!winner) return null;
  const hasUserWon = winners.some((winner) => winner.userId === userId);
  if (hasUserWon && winners.length === 1) return { name: 'You', rest: ' won!' };
  const name = hasUserWon ? 'You' : winner.username;
  return { name, rest: formatWin(name, winners.length, winner.totalPoints).slice(name.length) };
}
