/** Returns 'You won!' or 'marigold and 2 others won with 97 pts', or null if no one has points. */
export function formatWinners(
  rows: readonly { rank: number; username: string; userId: string; totalPoints: number }[],
  userId: string,
): string | null {
  const winners = rows.filter(({ rank, totalPoints }) => rank === 1 && totalPoints > 0);
  const [winner] = winners;
  if (!winner) return null;
  const hasUserWon = winners.some((winner) => winner.userId === userId);
  const name = hasUserWon ? 'You' : winner.username;
  const otherCount = winners.length - 1;
  if (otherCount === 0)
    return hasUserWon ? 'You won!' : `${name} won with ${winner.totalPoints} pts`;
  return `${name} and ${otherCount} ${otherCount === 1 ? 'other' : 'others'} won with ${winner.totalPoints} pts`;
}
