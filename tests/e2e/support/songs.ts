import type { Song } from '#contract/songs.ts';

/** More songs than any test destructures. */
export type Songs = [Song, Song, Song, Song, Song, Song, Song, Song, Song, Song, ...Song[]];

export function requireTenSongs(songs: Song[]): Songs {
  if (!hasAtLeastTen(songs)) throw new Error('The band has too few songs.');
  return songs;
}

function hasAtLeastTen(songs: Song[]): songs is Songs {
  return songs.length >= 10;
}

/** A search for one of these titles finds only that song. */
export function filterUniqueTitles(songs: readonly Song[]): Songs {
  const labels = songs.map(({ title, album }) => [title, album ?? ''].join('\n').toLowerCase());
  return requireTenSongs(
    songs.filter(({ title }) => {
      const search = title.toLowerCase();
      return labels.filter((text) => text.includes(search)).length === 1;
    }),
  );
}
