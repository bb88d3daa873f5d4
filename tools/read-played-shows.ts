import { readFileSync } from 'node:fs';
import { readShowLines } from '#server/catalog/imports/readers/show-lines.ts';
import type { PlayedShow } from '#server/odds/model/played-shows.ts';

/** Reads an archive of JSON lines, compressed or not. Skips shows without known songs. */
export async function readPlayedShows(file: string): Promise<PlayedShow[]> {
  const { shows } = await readShowLines([{ name: file, bytes: readFileSync(file) }]);
  return [...shows]
    .map(({ songs, ...show }) => ({
      ...show,
      songs: songs.flatMap(({ title, isCloser }) =>
        title === null ? [] : [{ song: title, isCloser }],
      ),
    }))
    .filter(({ songs }) => songs.length > 0);
}
