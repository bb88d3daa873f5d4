/** Returns 'marigold won with 97 pts' or 'marigold and 2 others won with 97 pts'. */
export function formatWin(username: string, winnerCount: number, points: number): string {
  const otherCount = winnerCount - 1;
  const others = otherCount === 1 ? '1 other' : `${otherCount} others`;
  return `${username}${otherCount > 0 ? ` and ${others}` : ''} won with ${points} pts`;
}
