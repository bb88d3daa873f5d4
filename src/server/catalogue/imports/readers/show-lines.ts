import { z } from 'zod';
import { SHOW_LENGTHS } from '#contract/shows.ts';
import { SONG_LENGTHS } from '#contract/songs.ts';
import {
  type ArchiveShow,
  countShow,
  Handled,
  isDay,
  parseJson,
  type StopContext,
  storable,
} from './archive.ts';
import { type ArchiveSet, arrangeSets } from './arrange-sets.ts';
import { countLooseTypes, idText } from './field-schemas.ts';
import { ImportStopped, parseOrStop } from './import-stopped.ts';
import { readLines } from './read-lines.ts';
import { rejectWrongKind } from './reject-wrong-kind.ts';
import type { ShowCheck } from './show-check.ts';
import { createUnpacker, decode, NOTHING_IMPORTED, type SavedFile } from './unpack.ts';

// JSON Lines with one show each. `order` distinguishes the shows of one day.

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

const GO_ON = `${NOTHING_IMPORTED} Mend the line and import the file again.`;

/** Holds bytes, because parsed shows take several times as much memory. */
interface CheckedLine {
  id: string;
  date: string;
  order: number;
  where: string;
  file: string;
  bytes: Uint8Array;
}

/** Checks every line, then returns the shows by date. Throws `ImportStopped`. */
export async function readShowLines(
  files: readonly SavedFile[],
  { handled = new Handled(), checkShow }: { handled?: Handled; checkShow?: ShowCheck } = {},
): Promise<{ count: number; shows: Iterable<ArchiveShow> }> {
  const lines = new Map<string, CheckedLine>();
  const unpack = createUnpacker();
  for (const file of files) {
    const before = lines.size;
    await refuseOtherKinds(file);
    for await (const { number, bytes } of readLines(file, unpack)) {
      const where = `${file.name}, line ${number}`;
      const one = checkLine({ file: file.name, where, bytes }, checkShow);
      const earlier = lines.get(one.id);
      if (earlier) refuseOther(earlier, one, handled);
      else lines.set(one.id, one);
    }
    if (lines.size === before && files.length === 1)
      throw new ImportStopped(file.name, 'the file holds no shows', NOTHING_IMPORTED);
  }
  const ranked = rankWithinDay([...lines.values()]);
  return { count: ranked.length, shows: showsOf(ranked, handled) };
}

/** Only the first chunk: a pretty-printed API response has many lines that are not JSON. */
async function refuseOtherKinds(file: SavedFile): Promise<void> {
  const unpack = createUnpacker();
  for await (const chunk of unpack(file)) {
    rejectWrongKind(new TextDecoder().decode(chunk), 'shows', file.name);
    return;
  }
}

function checkLine(
  of: { file: string; where: string; bytes: Uint8Array },
  checkShow: ShowCheck | undefined,
): CheckedLine {
  // Discards the counts: the show is counted when it is imported.
  const show = readShow(of, new Handled());
  checkShow?.(show, of.where);
  const { sourceId: id, date, order } = show;
  return { ...of, id, date, order };
}

function readShow(
  { where, bytes }: Pick<CheckedLine, 'where' | 'bytes'>,
  handled: Handled,
): ArchiveShow {
  const written = decode(bytes, where);
  const value = parseJson(written, where, GO_ON);
  countLooseTypes(value, handled, ['id']);
  return toShow(parseOrStop(line, value, where, GO_ON), handled, { where, goOn: GO_ON });
}

/** Overlapping files may repeat a line. Within one file, ids must be unique. */
function refuseOther(earlier: CheckedLine, one: CheckedLine, handled: Handled): void {
  const isRepeated = earlier.file !== one.file && Buffer.compare(earlier.bytes, one.bytes) === 0;
  if (!isRepeated) {
    const line = earlier.where.replace(`${one.file}, `, '');
    throw new ImportStopped(one.where, `${line} has the id “${one.id}” too`, GO_ON);
  }
  handled.add('repeatedRows');
}

/** Renumbers a day's shows from 0. Files count from 0, from 1 or with gaps. */
function rankWithinDay(lines: readonly CheckedLine[]): CheckedLine[] {
  const orders = new Map<string, number[]>();
  for (const { date, order } of lines) {
    const ofDay = orders.get(date) ?? [];
    if (!ofDay.includes(order))
      orders.set(
        date,
        [...ofDay, order].sort((a, b) => a - b),
      );
  }
  return lines
    .map((one) => ({ ...one, order: orders.get(one.date)?.indexOf(one.order) ?? 0 }))
    .sort((a, b) => a.date.localeCompare(b.date) || a.order - b.order);
}

function* showsOf(lines: readonly CheckedLine[], handled: Handled): Generator<ArchiveShow> {
  for (const one of lines)
    yield countShow({ ...readShow(one, handled), order: one.order }, handled);
}

function toShow(
  { songs: played, order, ...show }: Line,
  handled: Handled,
  place: StopContext,
): ArchiveShow {
  const kept = (value: string | null | undefined, max: number) => storable(value, max, handled);
  const sets = setsOf(played, handled);
  const last = sets.at(-1);
  if (last && isEncoreByLength(sets)) {
    handled.add('encoresByLength');
    last.isEncore = true;
  }
  return {
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
    ...arrangeSets(sets, handled, place),
  };
}

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

/** A last set of at most this many songs counts as an encore if the file marks none. */
const LONGEST_ENCORE = 3;

function isEncoreByLength(sets: readonly ArchiveSet[]): boolean {
  const isMarked = sets.some(({ isEncore }) => isEncore);
  return !isMarked && sets.length > 1 && (sets.at(-1)?.songs.length ?? 0) <= LONGEST_ENCORE;
}
