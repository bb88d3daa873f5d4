import { randomUUID } from 'node:crypto';
import { and, between, eq, inArray, sql } from 'drizzle-orm';
import type { Change } from '#contract/freshness.ts';
import { identityKey } from '#contract/text.ts';
import { RECORDED, recordChange } from '../audit/record-change.ts';
import { importedShows } from '../db/import-schema.ts';
import type { Tx } from '../db/open.ts';
import { liveSetlistSongs, shows } from '../db/schema.ts';
import { chunksOf } from '../setup/initialize.ts';
import type { ArchivePage, ArchiveShow } from './archive.ts';
import { detailsOf } from './details.ts';
import { ARCHIVE_KEY, findSongIds, hashOf } from './find-songs.ts';
import {
  type ImportOptions,
  type Incoming,
  importedRow,
  type Known,
  type PageCounts,
  rowsOf,
} from './incoming.ts';
import { meetNews } from './meet-news.ts';
import { isOver, localTime, startOf } from './show-start.ts';

/** Any number; imports at once take turns, page by page. */
const IMPORT_LOCK = 4_100_274;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Writes the shows of a page, and returns what became of them. */
export async function writePage(
  tx: Tx,
  source: string,
  page: ArchivePage,
  options: ImportOptions,
): Promise<{ counts: PageCounts; changes: Change[] }> {
  await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`);
  const now = options.clock();
  const counts: PageCounts = {
    shows: { new: 0, unchanged: 0, filled: 0, proposed: 0, deletedHere: 0, underWay: 0 },
    songs: { new: 0 },
    zones: { ofPlace: 0 },
  };
  const started = page.shows.map((show) => {
    const start = startOf(show, options.usual, page.where);
    const isUnderWay = !isOver(start.date, now);
    if (start.isZoneOfPlace) counts.zones.ofPlace += 1;
    if (isUnderWay && show.songs.length > 0) counts.shows.underWay += 1;
    return { show: isUnderWay ? { ...show, songs: [] } : show, start };
  });
  const all = started.flatMap(({ show }) => show.songs);
  const { ids: songIds, added } = await findSongIds(tx, source, all);
  counts.songs.new = added;
  const incoming = started.map(({ show, start }): Incoming => {
    const setlistHash = hashOf(JSON.stringify(show.songs));
    return { show, start, songIds, setlistHash, details: detailsOf(show) };
  });
  const known = await findKnown(tx, source, page.shows);
  const strangers = incoming.filter(({ show }) => !known.has(show.sourceId));
  const own = await findOwnShows(tx, source, strangers);
  const added_ = strangers.filter((one) => !own.has(one.show.sourceId));
  await addShows(tx, source, added_, now);
  counts.shows.new = added_.length;
  const changes = ofAny(now, added > 0 && 'song', added_.length > 0 && 'show');

  for (const one of incoming) {
    const before = known.get(one.show.sourceId) ?? own.get(one.show.sourceId);
    if (!before) continue;
    const { became, changes: more } = await meetNews(tx, source, before, one, options);
    counts.shows[became] += 1;
    changes.push(...more);
  }
  const { unchanged: _, deletedHere: __, underWay: ___, ...news } = counts.shows;
  if (changes.length > 0) {
    const after = { source, where: page.where, shows: news, songs: counts.songs };
    await recordChange(tx, { actorId: options.actorId ?? null, action: 'setup.import', after });
    changes.push(RECORDED);
  }
  return { counts, changes };
}

async function findKnown(
  tx: Tx,
  source: string,
  all: readonly ArchiveShow[],
): Promise<Map<string, Known>> {
  const ids = all.map(({ sourceId }) => sourceId);
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(importedShows)
    .where(and(eq(importedShows.source, source), inArray(importedShows.sourceId, ids)));
  return new Map(rows.map((row) => [row.sourceId, row]));
}

/** Shows that were entered here before the archive told of them: the same day, at the same place. */
async function findOwnShows(
  tx: Tx,
  source: string,
  strangers: readonly Incoming[],
): Promise<Map<string, { showId: string }>> {
  const found = new Map<string, { showId: string }>();
  const times = strangers.map(({ start }) => start.date.getTime());
  if (times.length === 0) return found;
  const [from, to] = [Math.min(...times) - DAY_MS, Math.max(...times) + DAY_MS];
  const rows = await tx
    .select({ show: shows, source: importedShows.source })
    .from(shows)
    .leftJoin(
      importedShows,
      and(eq(importedShows.showId, shows.id), eq(importedShows.source, source)),
    )
    .where(between(shows.date, new Date(from), new Date(to)))
    .orderBy(shows.date, shows.id);
  const own = rows.filter((row) => row.source === null).map(({ show }) => show);
  for (const { show } of strangers) {
    const sameDay = own.filter(
      (one) => localTime(one.date, one.timeZone).day === show.date && isSamePlace(one, show),
    );
    const one = sameDay[show.order];
    if (one) found.set(show.sourceId, { showId: one.id });
  }
  return found;
}

function isSamePlace(
  one: { venue: string | null; city: string },
  { venue, city }: ArchiveShow,
): boolean {
  const isSame = (a: string | null, b: string | null) =>
    a !== null && b !== null && identityKey(a) === identityKey(b);
  return isSame(one.venue, venue) || isSame(one.city, city);
}

async function addShows(
  tx: Tx,
  source: string,
  added: readonly Incoming[],
  now: number,
): Promise<void> {
  const withIds = added.map((one) => ({ ...one, id: randomUUID() }));
  if (withIds.length === 0) return;
  await tx.insert(shows).values(
    withIds.map(({ id, show, details: { name, venue, city, state, country, tourName }, start }) => {
      const { date, timeZone } = start;
      const status = isOver(date, now) ? ('closed' as const) : ('open' as const);
      const importKey = `${ARCHIVE_KEY}${source}:${show.sourceId}`;
      return { id, importKey, name, venue, city, state, country, tourName, date, timeZone, status };
    }),
  );
  const rows = withIds.flatMap(({ id, show, songIds }) => rowsOf(id, show.songs, songIds));
  for (const chunk of chunksOf(rows)) await tx.insert(liveSetlistSongs).values(chunk);
  await tx
    .insert(importedShows)
    .values(withIds.map(({ id, ...one }) => ({ showId: id, ...importedRow(source, one) })));
}

function ofAny(version: number, ...topics: (false | Change['topic'])[]): Change[] {
  return topics.flatMap((topic) => (topic ? [{ topic, subjectId: null, version }] : []));
}
