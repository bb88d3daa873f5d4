import type { Song } from '#contract/songs.ts';

/**
 * The wanted songs, each that was there before still in its place: the odds come anew at any moment, and
 * a button must not become another's under the thumb. Who is new gets the places that are free.
 */
export function keepPositions(before: readonly Song[], wanted: readonly Song[]): Song[] {
  const places = before
    .slice(0, wanted.length)
    .map(({ id }) => wanted.find((song) => song.id === id));
  const fresh = wanted.filter((song) => !places.includes(song));
  return Array.from(wanted, (_, place) => places[place] ?? fresh.shift()).filter(
    (song) => song !== undefined,
  );
}
