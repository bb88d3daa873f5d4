/** Returns 'Song 7 of ~23' during a show, 'Song 24' in a longer one, '21 songs' afterwards. */
export function formatSongCount(
  { status }: { status: string },
  songCount: number,
  expectedLength: number,
): string | undefined {
  if (songCount === 0) return undefined;
  if (status !== 'live') return songCount === 1 ? '1 song' : `${songCount} songs`;
  return songCount > expectedLength
    ? `Song ${songCount}`
    : `Song ${songCount} of ~${expectedLength}`;
}
