import type { Song } from '#contract/songs.ts';

/** Keeps shown songs in place: a button must not change under the administrator's thumb. */
export function keepPositions(before: readonly Song[], wanted: readonly Song[]): Song[] {
  const kept = before
    .slice(0, wanted.length)
    .map(({ id }) => wanted.find((song) => song.id === id));
  const fresh = wanted.filter((song) => !kept.includes(song));
  return Array.from(wanted, (_, index) => kept[index] ?? fresh.shift()).filter(
    (song) => song !== undefined,
  );
}
