import type { Song } from '#contract/songs.ts';

/** The band's songs: more than any test names one by one. */
export type Songs = [Song, Song, Song, Song, Song, Song, Song, Song, Song, Song, ...Song[]];

/** @throws Error when there are fewer */
export function atLeastTen(songs: Song[]): Songs {
  if (!hasAtLeastTen(songs)) throw new Error('The band has too few songs.');
  return songs;
}

function hasAtLeastTen(songs: Song[]): songs is Songs {
  return songs.length >= 10;
}

/** Songs whose title no other song has in its title or album: a search finds them alone. */
export function uniqueTitles(songs: readonly Song[]): Songs {
  const texts = songs.map(({ title, album }) => [title, album ?? ''].join('\n').toLowerCase());
  return atLeastTen(
    songs.filter(({ title }) => {
      const wanted = title.toLowerCase();
      return texts.filter((text) => text.includes(wanted)).length === 1;
    }),
  );
}
