import { z } from 'zod';
import { SHOW_LENGTHS } from '#contract/shows.ts';
import { SONG_LENGTHS } from '#contract/songs.ts';
import {
  type ArchivePage,
  type ArchiveSet,
  type ArchiveShow,
  arrangeSets,
  countShow,
  type Handled,
  isDay,
  parseJson,
  storable,
} from './archive.ts';
import { idText, look } from './border.ts';
import { check, ImportStopped } from './import-stopped.ts';

// A show a line, as JSON: {id, date, order, venue, city, state, country, tour, songs: [{title, set,
// segue, encore}]}; `order` tells the shows of one day apart.

const text = z.string().nullish();

const line = z.object({
  id: idText,
  date: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must look like 1977-05-08')
    .refine(isDay, 'is no day of the calendar'),
  order: z.int().min(0).nullish(),
  venue: text,
  city: text,
  state: text,
  country: text,
  tour: text,
  songs: z.array(
    z.object({
      title: z.string(),
      set: z
        .union([z.string(), z.int()])
        .nullish()
        .transform((set) => String(set ?? 1)),
      segue: z.boolean().nullish(),
      encore: z.boolean().nullish(),
    }),
  ),
});
type Line = z.output<typeof line>;

/** Lines that are written together. */
const PAGE = 100;

const GO_ON = 'Nothing of this file was imported. Mend the line and run the same command again.';

/** The shows of a file in the order in which they were played. Throws with file and line. */
export function readShowLines(content: string, file: string, handled: Handled): ArchiveShow[] {
  const lineOf = new Map<string, number>();
  const shows = content.split('\n').flatMap((row, index) => {
    if (!row.trim()) return [];
    const where = `${file}, line ${index + 1}`;
    const value = parseJson(row, where, GO_ON);
    look(value, handled, ['id']);
    const show = toShow(check(line, value, where, GO_ON), handled);
    const { sourceId: id } = show;
    const earlier = lineOf.get(id);
    if (earlier) throw new ImportStopped(where, `line ${earlier} has the id “${id}” too`, GO_ON);
    lineOf.set(id, index + 1);
    return [show];
  });
  return shows.sort((a, b) => a.date.localeCompare(b.date) || a.order - b.order);
}

/** The same by pages. */
export function* showLinePages(
  content: string,
  file: string,
  handled: Handled,
): Iterable<ArchivePage> {
  const shows = readShowLines(content, file, handled);
  for (let from = 0; from < shows.length; from += PAGE) {
    const where = `${file}, show ${from + 1} of ${shows.length}`;
    yield { where, shows: shows.slice(from, from + PAGE) };
  }
}

function toShow({ songs: played, order, ...show }: Line, handled: Handled): ArchiveShow {
  const kept = (value: string | null | undefined, max: number) => storable(value, max, handled);
  const sets = setsOf(played, handled);
  const last = sets.at(-1);
  if (last && isEncoreByLength(sets)) {
    handled.add('encoresByLength');
    last.isEncore = true;
  }
  return countShow(
    {
      sourceId: show.id,
      url: null,
      date: show.date,
      order: order ?? 0,
      time: null,
      timeZone: null,
      title: null,
      venue: kept(show.venue, SHOW_LENGTHS.venue),
      city: kept(show.city, SHOW_LENGTHS.city),
      state: kept(show.state, SHOW_LENGTHS.state),
      country: show.country === 'US' ? 'USA' : kept(show.country, SHOW_LENGTHS.country),
      tour: kept(show.tour, SHOW_LENGTHS.tourName),
      notes: null,
      support: null,
      ...arrangeSets(sets, handled),
    },
    handled,
  );
}

/** Songs that follow each other in one set; encores are sets of their own. */
function setsOf(songs: Line['songs'], handled: Handled): ArchiveSet[] {
  const sets: (ArchiveSet & { of: string })[] = [];
  for (const { title: written, set: of, segue, encore } of songs) {
    const isEncore = encore ?? false;
    const isSame = sets.at(-1)?.of === of && sets.at(-1)?.isEncore === isEncore;
    if (!isSame) sets.push({ of, name: null, isEncore, songs: [] });
    const title = storable(written, SONG_LENGTHS.title, handled);
    const song = { key: title ?? '', title, isCover: false, segue: segue ?? false, notes: null };
    sets.at(-1)?.songs.push(song);
  }
  return sets;
}

/** Most sets played after the main ones are encores that the data does not mark as such. */
const LONGEST_ENCORE = 3;

function isEncoreByLength(sets: readonly ArchiveSet[]): boolean {
  const isMarked = sets.some(({ isEncore }) => isEncore);
  return !isMarked && sets.length > 1 && (sets.at(-1)?.songs.length ?? 0) <= LONGEST_ENCORE;
}
