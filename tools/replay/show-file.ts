import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

const line = z.object({
  id: z.string(),
  date: z.iso.date(),
  order: z.int().default(0),
  venue: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  tour: z.string().nullable().default(null),
  songs: z.array(
    z.object({
      title: z.string().min(1),
      set: z.string().default('1'),
      encore: z.boolean().default(false),
    }),
  ),
});

export interface RealShow {
  date: string;
  venue: string;
  city: string;
  state: string | null;
  country: string | null;
  tour: string | null;
  songs: { title: string; setLabel: string; isCloser: boolean }[];
}

/**
 * Reads real shows, one JSON a line, gzip or plain, in the order they were played; shows without
 * songs are left out. Throws with file, line and reason on the first line that is wrong.
 */
export function readShowFile(path: string): RealShow[] {
  const bytes = readFileSync(path);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = (isGzip ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .flatMap((row, index) => (row.trim() ? [parseLine(row, path, index + 1)] : []))
    .filter((show) => show.songs.length > 0)
    .sort((a, b) => a.date.localeCompare(b.date) || a.order - b.order)
    .map(toRealShow);
}

type Line = z.output<typeof line>;

function parseLine(row: string, path: string, number: number): Line {
  try {
    return line.parse(JSON.parse(row));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Error(`${path}, line ${number}: ${reason}`);
  }
}

/** Most sets played after the main ones are encores that the data does not mark as such. */
const LONGEST_ENCORE = 3;

function toRealShow({ songs, ...show }: Line): RealShow {
  const lastSet = songs.at(-1)?.set;
  const isLastAnEncore =
    songs[0]?.set !== lastSet &&
    songs.filter((song) => song.set === lastSet).length <= LONGEST_ENCORE;
  const isEncore = (song: Line['songs'][number] | undefined) =>
    song !== undefined && (song.encore || (isLastAnEncore && song.set === lastSet));
  return {
    date: show.date,
    venue: show.venue ?? 'Unknown venue',
    city: show.city ?? 'Unknown city',
    state: show.state,
    country: show.country,
    tour: show.tour,
    songs: songs.map((song, index) => {
      const next = songs[index + 1];
      return {
        title: song.title,
        setLabel: isEncore(song) ? 'Encore' : `Set ${song.set}`,
        isCloser: next === undefined || (isEncore(next) && !isEncore(song)),
      };
    }),
  };
}
