import { readFileSync } from 'node:fs';
import { identityKey } from '#contract/text.ts';
import type { ArchiveShow } from '#server/catalog/imports/readers/archive.ts';
import { toDetails } from '#server/catalog/imports/readers/details.ts';
import { readShowLines } from '#server/catalog/imports/readers/show-lines.ts';

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
 * Reads the format of docs/import.md. Rejects at the first invalid line, with file, line and
 * reason.
 */
export async function readShowFile(path: string): Promise<RealShow[]> {
  const { shows } = await readShowLines([{ name: path, bytes: readFileSync(path) }]);
  const spellings = new Map<string, string>();
  return [...shows]
    .map((show) => parseRealShow(show, spellings))
    .filter(({ songs }) => songs.length > 0);
}

/** Uses the first spelling of each song, because the server ignores case in titles. */
function parseRealShow(show: ArchiveShow, spellings: Map<string, string>): RealShow {
  const { name, city, state, country, tourName } = toDetails(show);
  const songs = show.songs.flatMap(({ title: written, setLabel, isCloser }) => {
    if (written === null) return [];
    const title = spellings.get(identityKey(written)) ?? written;
    spellings.set(identityKey(title), title);
    return [{ title, setLabel, isCloser }];
  });
  return { date: show.date, venue: name, city, state, country, tour: tourName, songs };
}
