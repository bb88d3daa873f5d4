import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ChangeScope } from '../changes/run-change.ts';
import { chunksOf } from '../db/chunks.ts';
import { importedShows } from '../db/schema/imports.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import type { ArchivePage, ArchiveShow } from './archive.ts';
import { detailsOf } from './details.ts';
import { type ImportTrace, watchShows } from './import-trace.ts';
import {
  countUnknown,
  hashOfSetlist,
  type ImportOptions,
  type Incoming,
  importedRow,
  type Known,
  noCounts,
  type PageCounts,
  rowsOf,
} from './incoming.ts';
import { matchShows, type UnmatchedShow } from './match-shows.ts';
import {
  ARCHIVE_KEY,
  addMissingSongs,
  type Catalogue,
  readCatalogue,
  rememberSongs,
} from './match-songs.ts';
import { reconcileShow } from './reconcile-show.ts';
import { isOver, startOf } from './show-start.ts';

/** Arbitrary number. Concurrent imports take turns page by page. */
export const IMPORT_LOCK = 4_100_274;

/** Building a larger INSERT blocks the event loop noticeably. */
const ROWS_AT_ONCE = 250;

export async function writePage(
  scope: ChangeScope,
  source: string,
  page: ArchivePage,
  options: ImportOptions,
): Promise<PageCounts> {
  const { tx, record } = scope;
  let hasChanges = false;
  const changed: ChangeScope['changed'] = (...changes) => {
    hasChanges = true;
    scope.changed(...changes);
  };
  await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`);
  const now = options.clock();
  const { usual } = options;
  const { where } = page;
  const counts = noCounts();
  const started = page.shows.map((show) => ({ show, start: startOf(show, usual, where) }));
  counts.zones.ofPlace = started.filter(({ start }) => start.isZoneOfPlace).length;
  const known = await findKnown(tx, source, page.shows);
  const strangers = started.filter(({ show }) => !known.has(show.sourceId));
  const { own, newShows } = await matchShows(tx, { source, usual, where }, strangers);
  const beforeOf = ({ show: { sourceId } }: UnmatchedShow) =>
    known.get(sourceId) ?? own.get(sourceId);
  const incoming = started.filter(beforeOf).map(asToldNow);
  const added = newShows.map(asToldNow);

  const catalogue = await readCatalogue(tx);
  const songsBefore = new Set(catalogue.titles.keys());
  const songsThere = incoming.flatMap(({ show }) => show.songs);
  await rememberSongs(tx, catalogue, source, songsThere);
  const showIds = await addShows(tx, { source, catalogue, now }, added);
  counts.shows.new = added.length;
  const hasNewSongs = catalogue.titles.size > songsBefore.size;
  if (hasNewSongs) changed({ topic: 'song', subjectId: null, version: now });
  if (added.length > 0) changed({ topic: 'show', subjectId: null, version: now });
  const there = incoming.flatMap((one) => {
    const showId = beforeOf(one)?.showId;
    return showId ? [{ showId, sourceId: one.show.sourceId }] : [];
  });
  const traceOfThere = await watchShows(tx, { source, shows: there });
  const filled: ImportTrace['filled'] = [];
  for (const one of incoming) {
    const before = beforeOf(one);
    if (!before) continue;
    const met = await reconcileShow(
      { ...scope, changed },
      { source, catalogue, options },
      before,
      one,
    );
    counts.shows[met.became] += 1;
    if (met.filled) filled.push(met.filled);
  }
  counts.songs.new = catalogue.titles.size - songsBefore.size;
  const trace: ImportTrace = {
    runId: options.runId ?? null,
    showIds,
    songIds: [...catalogue.titles.keys()].filter((id) => !songsBefore.has(id)),
    songKeys: catalogue.remembered,
    filled,
    ...(await traceOfThere()),
  };
  const { unchanged: _, deletedHere: __, underWay: ___, ...news } = counts.shows;
  if (hasChanges || trace.imported.length > 0) {
    const after = { source, where, shows: news, songs: counts.songs, trace };
    await record({ action: 'setup.import', after });
  }
  return counts;

  /** Ignores the setlist of a show that is not over. */
  function asToldNow({ show: whole, start }: UnmatchedShow): Incoming {
    const isUnderWay = !isOver(start.date, now);
    if (isUnderWay && whole.songs.length > 0) counts.shows.underWay += 1;
    const show = isUnderWay ? { ...whole, songs: [] } : whole;
    return { show, start, setlistHash: hashOfSetlist(show.songs), details: detailsOf(show) };
  }
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

async function addShows(
  tx: Tx,
  { source, catalogue, now }: { source: string; catalogue: Catalogue; now: number },
  added: readonly Incoming[],
): Promise<string[]> {
  const withIds = added.map((one) => ({ ...one, id: randomUUID() }));
  if (withIds.length === 0) return [];
  const played = added.flatMap(({ show }) => show.songs);
  await addMissingSongs(tx, catalogue, source, played);
  await tx.insert(shows).values(
    withIds.map(({ id, show, details: { name, venue, city, state, country, tourName }, start }) => {
      const { date, timeZone } = start;
      const status = isOver(date, now) ? ('closed' as const) : ('open' as const);
      const importKey = `${ARCHIVE_KEY}${source}:${show.sourceId}`;
      return { id, importKey, name, venue, city, state, country, tourName, date, timeZone, status };
    }),
  );
  const rows = withIds.flatMap(({ id: showId, show }) =>
    rowsOf({ showId, source }, show.songs, catalogue),
  );
  for (const chunk of chunksOf(rows, ROWS_AT_ONCE)) await tx.insert(liveSetlistSongs).values(chunk);
  await tx.insert(importedShows).values(
    withIds.map(({ id: showId, ...one }) => {
      const unknownSongs = countUnknown(one.show.songs);
      return { showId, unknownSongs, ...importedRow(source, one) };
    }),
  );
  return withIds.map(({ id }) => id);
}
