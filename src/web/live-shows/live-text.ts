import type { Spot } from '#contract/song-swings.ts';

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

/** Returns 'next', 'as song 12', 'anywhere', or 'as a closer, but not as song 15'. */
export function formatSpot(spot: Spot, nextPosition: number): string {
  if (spot === 'any') return 'anywhere';
  if ('position' in spot)
    return spot.position === nextPosition ? 'next' : `as song ${spot.position}`;
  const exceptions = spot.closerExcept.map((position) => `, but not as song ${position}`);
  return `as a closer${exceptions.join('')}`;
}
