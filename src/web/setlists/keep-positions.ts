import type { Song } from '#contract/songs.ts';

/** Keeps shown songs in place, because a button must not change under the administrator's thumb. */
export function keepPositions(shownSongs: readonly Song[], nextSongs: readonly Song[]): Song[] {
  const keptSongs = shownSongs
    .slice(0, nextSongs.length)
    .map(({ id }) => nextSongs.find((song) => song.id === id));
  const newSongs = nextSongs.filter((song) => !keptSongs.includes(song));
  return Array.from(nextSongs, (_, index) => keptSongs[index] ?? newSongs.shift()).filter(
    (song) => song !== undefined,
  );
}
