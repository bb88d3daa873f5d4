/** 'Song 7 of ~23' during a show, 'Song 24' once it is longer than usual, '21 songs' after it. */
export function formatSongCount(
  { status }: { status: string },
  songs: number,
  expectedLength: number,
): string | undefined {
  if (songs === 0) return undefined;
  if (status !== 'live') return songs === 1 ? '1 song' : `${songs} songs`;
  return songs > expectedLength ? `Song ${songs}` : `Song ${songs} of ~${expectedLength}`;
}

/** 'You won!' or 'marigold and 2 others won with 97 pts'. Null if no one has points. */
export function formatWinners(
  rows: readonly { rank: number; username: string; userId: string; totalPoints: number }[],
  userId: string,
): string | null {
  const winners = rows.filter(({ rank, totalPoints }) => rank === 1 && totalPoints > 0);
  const [first] = winners;
  if (!first) return null;
  const hasUserWon = winners.some((winner) => winner.userId === userId);
  const name = hasUserWon ? 'You' : first.username;
  const others = winners.length - 1;
  if (others === 0) return hasUserWon ? 'You won!' : `${name} won with ${first.totalPoints} pts`;
  return `${name} and ${others} ${others === 1 ? 'other' : 'others'} won with ${first.totalPoints} pts`;
}
