/**
 * Over a setlist, how far it is: 'Song 7 of ~23' while the show is live, without the rest once it is
 * longer than usual, and '21 songs' when it is over. Undefined of none: the sheet says that itself.
 */
export function songCounter(
  { status }: { status: string },
  songs: number,
  usualLength: number,
): string | undefined {
  if (songs === 0) return undefined;
  if (status !== 'live') return songs === 1 ? '1 song' : `${songs} songs`;
  return songs > usualLength ? `Song ${songs}` : `Song ${songs} of ~${usualLength}`;
}
