import { readFileSync } from 'node:fs';
import { identityKey } from '#contract/text.ts';
import type { ArchiveShow } from '#server/imports/archive.ts';
import { detailsOf } from '#server/imports/details.ts';
import { readShowLines } from '#server/imports/show-lines.ts';

export interface RealShow {
  date: string;
  venue: string;
  city: string;
  state: string | null;
  country: string | null;
  tour: string | null;
  songs: { title: string; setLabel: string | null; isCloser: boolean }[];
}

/**
 * Reads real shows as an import reads them (docs/import.md), in the order they were played; shows
 * without songs are left out. Rejects with file, line and reason on the first line that is wrong.
 */
export async function readShowFile(path: string): Promise<RealShow[]> {
  const { shows } = await readShowLines([{ name: path, bytes: readFileSync(path) }]);
  const spellings = new Map<string, string>();
  return [...shows]
    .map((show) => toRealShow(show, spellings))
    .filter(({ songs }) => songs.length > 0);
}

/** One song is spelled in one way, the first: the server takes titles that differ by case for the same. */
function toRealShow(show: ArchiveShow, spellings: Map<string, string>): RealShow {
  const { name, city, state, country, tourName } = detailsOf(show);
  const songs = show.songs.flatMap(({ title: written, setLabel, isCloser }) => {
    if (written === null) return [];
    const title = spellings.get(identityKey(written)) ?? written;
    spellings.set(identityKey(title), title);
    return [{ title, setLabel, isCloser }];
  });
  return { date: show.date, venue: name, city, state, country, tour: tourName, songs };
}
