import { z } from 'zod';
import { SHOW_LENGTHS } from '#contract/shows.ts';
import { SONG_LENGTHS } from '#contract/songs.ts';
import {
  type ArchiveShow,
  countShow,
  type ErrorContext,
  ImportCounts,
  isCalendarDate,
  parseJson,
  toStorableText,
} from './archive.ts';
import { type ArchiveSet, arrangeSets } from './arrange-sets.ts';
import { countLooseTypes, idText } from './field-schemas.ts';
import { ImportStoppedError, parseOrThrow } from './import-stopped-error.ts';
import { readLines } from './read-lines.ts';
import { rejectWrongKind } from './reject-wrong-kind.ts';
import type { ShowCheck } from './show-check.ts';
import { createUnpacker, decode, NOTHING_IMPORTED, type SavedFile } from './unpack.ts';

// The format is JSON Lines with one show per line. `order` distinguishes the shows of a day.

const text = z.string().nullish();

const line = z.object({
  id: idText,
  date: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must look like 1977-05-08')
    .refine(isCalendarDate, 'is not a calendar date'),
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

const NEXT_STEP = `${NOTHING_IMPORTED} Fix the line and import the file again.`;

/** Keeps the line's bytes, because parsed shows take several times as much memory. */
interface CheckedLine {
  id: string;
  date: string;
  order: number;
  location: string;
  file: string;
  bytes: Uint8Array;
}

/** Checks every line, then returns the shows by date. Throws `ImportStoppedError`. */
export async function readShowLines(
  files: readonly SavedFile[],
  {
    importCounts = new ImportCounts(),
    checkShow,
  }: { importCounts?: ImportCounts; checkShow?: ShowCheck } = {},
): Promise<{ count: number; shows: Iterable<ArchiveShow> }> {
  const lines = new Map<string, CheckedLine>();
  const unpack = createUnpacker();
  for (const file of files) {
    const previousSize = lines.size;
    await rejectOtherKinds(file);
    for await (const { number, bytes } of readLines(file, unpack)) {
      const location = `${file.name}, line ${number}`;
      const checkedLine = checkLine({ file: file.name, location, bytes }, checkShow);
      const earlierLine = lines.get(checkedLine.id);
      if (earlierLine) rejectConflict(earlierLine, checkedLine, importCounts);
      else lines.set(checkedLine.id, checkedLine);
    }
    if (lines.size === previousSize && files.length === 1)
      throw new ImportStoppedError(file.name, 'the file has no shows', NOTHING_IMPORTED);
  }
  const rankedLines = rankWithinDay([...lines.values()]);
  return { count: rankedLines.length, shows: readShows(rankedLines, importCounts) };
}

/** Checks only the first chunk: most lines of a pretty-printed API response are not JSON. */
async function rejectOtherKinds(file: SavedFile): Promise<void> {
  const unpack = createUnpacker();
  for await (const chunk of unpack(file)) {
    rejectWrongKind(new TextDecoder().decode(chunk), 'shows', file.name);
    return;
  }
}

function checkLine(
  rawLine: { file: string; location: string; bytes: Uint8Array },
  checkShow: ShowCheck | undefined,
): CheckedLine {
  // Discards the counts, because the show is counted when it is imported.
  const show = readShow(rawLine, new ImportCounts());
  checkShow?.(show, rawLine.location);
  const { sourceId: id, date, order } = show;
  return { ...rawLine, id, date, order };
}

function readShow(
  { location, bytes }: Pick<CheckedLine, 'location' | 'bytes'>,
  importCounts: ImportCounts,
): ArchiveShow {
  const json = decode(bytes, location);
  const value = parseJson(json, location, NEXT_STEP);
  countLooseTypes(value, importCounts, ['id']);
  return toShow(parseOrThrow(line, value, location, NEXT_STEP), importCounts, {
    location,
    nextStep: NEXT_STEP,
  });
}

/** Overlapping files may repeat a line. Within one file, IDs must be unique. */
function rejectConflict(
  earlierLine: CheckedLine,
  checkedLine: CheckedLine,
  importCounts: ImportCounts,
): void {
  const isRepeated =
    earlierLine.file !== checkedLine.file &&
    Buffer.compare(earlierLine.bytes, checkedLine.bytes) === 0;
  if (!isRepeated) {
    const earlierLocation = earlierLine.location.replace(`${checkedLine.file}, `, '');
    throw new ImportStoppedError(
      checkedLine.location,
      `${earlierLocation} has the same id “${checkedLine.id}”`,
      NEXT_STEP,
    );
  }
  importCounts.add('repeatedRows');
}

/** Renumbers a day's shows from 0. Files number them from 0, from 1 or with gaps. */
function rankWithinDay(lines: readonly CheckedLine[]): CheckedLine[] {
  const orders = new Map<string, number[]>();
  for (const { date, order } of lines) {
    const dayOrders = orders.get(date) ?? [];
    if (!dayOrders.includes(order))
      orders.set(
        date,
        [...dayOrders, order].sort((a, b) => a - b),
      );
  }
  return lines
    .map((checkedLine) => ({
      ...checkedLine,
      order: orders.get(checkedLine.date)?.indexOf(checkedLine.order) ?? 0,
    }))
    .sort((a, b) => a.date.localeCompare(b.date) || a.order - b.order);
}

function* readShows(
  lines: readonly CheckedLine[],
  importCounts: ImportCounts,
): Generator<ArchiveShow> {
  for (const checkedLine of lines) {
    const show = { ...readShow(checkedLine, importCounts), order: checkedLine.order };
    countShow(show, importCounts);
    yield show;
  }
}

function toShow(
  { songs: played, order, ...show }: Line,
  importCounts: ImportCounts,
  context: ErrorContext,
): ArchiveShow {
  const toText = (value: string | null | undefined, max: number) =>
    toStorableText(value, max, importCounts);
  const sets = groupIntoSets(played, importCounts);
  const lastSet = sets.at(-1);
  if (lastSet && isEncoreByLength(sets)) {
    importCounts.add('encoresByLength');
    lastSet.isEncore = true;
  }
  return {
    sourceId: show.id,
    url: null,
    date: show.date,
    order: order ?? 0,
    time: null,
    timeZone: null,
    title: null,
    venue: toText(show.venue, SHOW_LENGTHS.venue),
    city: toText(show.city, SHOW_LENGTHS.city),
    state: toText(show.state, SHOW_LENGTHS.state),
    country: show.country === 'US' ? 'USA' : toText(show.country, SHOW_LENGTHS.country),
    tour: toText(show.tour, SHOW_LENGTHS.tourName),
    notes: null,
    support: null,
    ...arrangeSets(sets, importCounts, context),
  };
}

function groupIntoSets(songs: Line['songs'], importCounts: ImportCounts): ArchiveSet[] {
  const sets: (ArchiveSet & { label: string })[] = [];
  for (const { title: rawTitle, set: label, segue, encore } of songs) {
    const isEncore = encore ?? false;
    const isSame = sets.at(-1)?.label === label && sets.at(-1)?.isEncore === isEncore;
    if (!isSame) sets.push({ label, name: null, isEncore, songs: [] });
    const title = toStorableText(rawTitle, SONG_LENGTHS.title, importCounts);
    const song = { key: title ?? '', title, isCover: false, segue: segue ?? false, notes: null };
    sets.at(-1)?.songs.push(song);
  }
  return sets;
}

/** A last set of at most this many songs is an encore if the file marks none. */
const MAX_ENCORE_SONGS = 3;

function isEncoreByLength(sets: readonly ArchiveSet[]): boolean {
  const isMarked = sets.some(({ isEncore }) => isEncore);
  return !isMarked && sets.length > 1 && (sets.at(-1)?.songs.length ?? 0) <= MAX_ENCORE_SONGS;
}
