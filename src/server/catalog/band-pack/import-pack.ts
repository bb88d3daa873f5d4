import { eq, inArray, notExists } from 'drizzle-orm';
import type { z } from 'zod';
import type { initializeResponse } from '#contract/setup.ts';
import { identityKey } from '#contract/text.ts';
import { type ChangeScope, runChange } from '../../changes/run-change.ts';
import type { Db, DbOrTx } from '../../db/open.ts';
import { liveSetlistSongs } from '../../db/schema/setlists.ts';
import { shows } from '../../db/schema/shows.ts';
import type { Tx } from '../../db/transaction.ts';
import { createScoring } from '../../scoring/calculate.ts';
import { lockShow } from '../../shows/show-row.ts';
import type { CatalogEntry, CatalogShow } from '../catalog-show.ts';
import { type FilledShow, fillSetlist } from '../fill-setlist.ts';
import { loadCatalog } from '../load-catalog.ts';
import type { SongIndex } from '../song-index.ts';
import type { BandPack } from './band-pack.ts';
import { toCatalog } from './pack-catalog.ts';

/**
 * `now`, in epoch milliseconds, is day 0 of the pack's relative dates. Existing content isn't
 * changed, except that past shows without a setlist get the pack's and are scored (`filledShows`).
 */
export async function initializeDatabase(
  db: Db,
  pack: BandPack,
  { now, actorId }: { now: number; actorId: string | null },
): Promise<InitializeResults> {
  return (await runChange(db, actorId, (scope) => importPack(scope, pack, now))).result;
}

type InitializeResults = z.output<typeof initializeResponse>['results'] & { filledShows: number };

export type PackCounts = Omit<InitializeResults, 'errors'>;

export async function importPack(
  scope: ChangeScope,
  pack: BandPack,
  now: number,
): Promise<InitializeResults> {
  const { results, emptyPlaces } = await loadPack(scope, pack, now);
  await scope.record({ action: 'setup.initialize', after: { ...results, ...emptyPlaces } });
  return results;
}

/** Writes no audit record. */
export async function loadPack(scope: ChangeScope, pack: BandPack, now: number) {
  const { tx, changed } = scope;
  const catalog = toCatalog(pack, now);
  const load = await loadCatalog(tx, {
    ...catalog,
    match: () => matchShows(tx, catalog.shows),
    reconcile: (emptyShows, index) => fillShows(scope, emptyShows, { index, now }),
  });
  const { newShows, reconciled: filledShows } = load;
  const { songIds } = load.trace;
  const results: InitializeResults = {
    songs: { imported: songIds.length, skipped: pack.songs.length - songIds.length },
    shows: { imported: newShows.length, skipped: pack.shows.length - newShows.length },
    setlists: newShows.filter(({ setlist }) => setlist.length > 0).length + filledShows.length,
    filledShows: filledShows.length,
    errors: [],
  };
  const emptyPlaces = [
    ...(await findEmptyPositions(tx, catalog.shows)),
    ...filledShows.flatMap(({ showId, emptyPlaces: places }) =>
      places > 0 ? [{ showId, places }] : [],
    ),
  ];
  // A new show needs no setlist change, because no client has its setlist yet.
  const allSubjects = { subjectId: null, version: now };
  if (songIds.length > 0) changed({ topic: 'song', ...allSubjects });
  if (newShows.length + filledShows.length > 0) changed({ topic: 'show', ...allSubjects });
  if (filledShows.length > 0)
    changed(
      { topic: 'setlist', ...allSubjects },
      { topic: 'standings', ...allSubjects },
      { topic: 'totals', ...allSubjects },
    );
  return {
    results,
    emptyPlaces: emptyPlaces.length > 0 ? { emptyPlaces } : {},
    trace: {
      ...load.trace,
      filled: filledShows.map(({ showId, status }) => ({ showId, status })),
    },
  };
}

/** Matches by import key, then by name and start time, in case the band was renamed. */
export async function matchShows(db: DbOrTx, packShows: readonly CatalogShow[]) {
  const existingShows = await db
    .select({
      showId: shows.id,
      importKey: shows.importKey,
      name: shows.name,
      date: shows.date,
      isEmpty: notExists(
        db
          .select({ id: liveSetlistSongs.id })
          .from(liveSetlistSongs)
          .where(eq(liveSetlistSongs.showId, shows.id)),
      ).mapWith(Boolean),
    })
    .from(shows)
    .orderBy(shows.id);
  const packKeys = new Set(packShows.map(({ importKey }) => importKey));
  const buildIdentity = ({ name, date }: { name: string; date: Date }) =>
    `${date.toISOString()} ${identityKey(name)}`;
  const byKey = new Map(existingShows.map((show) => [show.importKey, show]));
  const byIdentity = new Map(
    existingShows
      .filter(({ importKey }) => importKey === null || !packKeys.has(importKey))
      .map((show) => [buildIdentity(show), show]),
  );
  const matched = packShows.map((show) => ({
    show,
    match: byKey.get(show.importKey) ?? byIdentity.get(buildIdentity(show)),
  }));
  const existing = matched.flatMap(({ show: { status, setlist }, match }) =>
    match?.isEmpty && status === 'closed' && setlist.length > 0
      ? [{ showId: match.showId, setlist }]
      : [],
  );
  const newShows = matched.filter(({ match }) => !match).map(({ show }) => show);
  // All code locks shows in ID order, to avoid deadlocks.
  return { existing: existing.toSorted((a, b) => (a.showId < b.showId ? -1 : 1)), newShows };
}

async function fillShows(
  scope: ChangeScope,
  emptyShows: readonly { showId: string; setlist: readonly CatalogEntry[] }[],
  { index, now }: { index: SongIndex; now: number },
): Promise<(FilledShow & { emptyPlaces: number })[]> {
  // The caller announces one change for all shows instead of one per show.
  const silentScope = { ...scope, changed: () => undefined };
  const scoring = createScoring({ clock: () => now });
  const filledShows: (FilledShow & { emptyPlaces: number })[] = [];
  for (const { showId, setlist } of emptyShows) {
    const show = await lockShow(scope.tx, showId);
    if (show.date.getTime() > now) continue;
    const filledShow = await fillSetlist(silentScope, show, setlist, { index, scoring });
    if (filledShow) filledShows.push({ ...filledShow, emptyPlaces: countEmptyPlaces(setlist) });
  }
  return filledShows;
}

async function findEmptyPositions(tx: Tx, packShows: readonly CatalogShow[]) {
  const emptyCounts = new Map(
    packShows.flatMap(({ importKey, setlist }) => {
      const count = countEmptyPlaces(setlist);
      return count > 0 ? [[importKey, count] as const] : [];
    }),
  );
  if (emptyCounts.size === 0) return [];
  const showsWithGaps = await tx
    .select({ showId: shows.id, importKey: shows.importKey })
    .from(shows)
    .where(inArray(shows.importKey, [...emptyCounts.keys()]));
  return showsWithGaps.map(({ showId, importKey }) => ({
    showId,
    places: emptyCounts.get(importKey ?? '') ?? 0,
  }));
}

function countEmptyPlaces(setlist: readonly CatalogEntry[]): number {
  return (setlist.at(-1)?.position ?? 0) - setlist.length;
}
