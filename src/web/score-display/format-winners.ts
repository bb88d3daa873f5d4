import { formatWin } from '#contract/winners.ts';

export function formatWinners(
  rows: readonly { rank: number; username: string; userId: string; totalPoints: number }[],
  userId: string,
): string | null {
  const winners = rows.filter(({ rank, totalPoints }) => rank === 1 && totalPoints > 0);
  const [winner] = winners;
  if (!winner) return null;
  const hasUserWon = winners.some((winner) => winner.userId === userId);
  if (hasUserWon && winners.length === 1) return 'You won!';
  return formatWin(hasUserWon ? 'You' : winner.username, winners.length, winner.totalPoints);
}
