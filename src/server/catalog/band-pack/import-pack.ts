import { eq, inArray, notExists } from 'drizzle-orm';
import type { z } from 'zod';
import type { initializeResponse } from '#contract/setup.ts';
import { identityKey } from '#contract/text.ts';
import { type ChangeScope, runChange } from '../../changes/run-change.ts';
import type { Db } from '../../db/open.ts';
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
 * Adds the pack's songs, shows and setlists. `now`, in epoch milliseconds, is day 0 of the pack's
 * relative dates. Existing songs, shows and setlists aren't changed, except that past shows with an
 * empty setlist get the pack's setlist and are scored: `filledShows` counts them.
 */
export async function initializeDatabase(
  db: Db,
  pack: BandPack,
  { now, actorId }: { now: number; actorId: string | null },
): Promise<InitializeResults> {
  return (await runChange(db, actorId, (scope) => importPack(scope, pack, now))).result;
}

type InitializeResults = z.output<typeof initializeResponse>['results'] & { filledShows: number };

export async function importPack(
  scope: ChangeScope,
  pack: BandPack,
  now: number,
): Promise<InitializeResults> {
  const { tx, record, changed } = scope;
  const catalog = toCatalog(pack, now);
  const load = await loadCatalog(tx, {
    ...catalog,
    match: () => matchShows(tx, catalog.shows),
    reconcile: (emptyShows, index) => fillShows(scope, emptyShows, { index, now }),
  });
  const { newShows, reconciled: filledShows } = load;
  const { songIds } = load.trace;
  const results = {
    songs: { imported: songIds.length, skipped: pack.songs.length - songIds.length },
    shows: { imported: newShows.length, skipped: pack.shows.length - newShows.length },
    setlists: newShows.filter(({ setlist }) => setlist.length > 0).length + filledShows.length,
    filledShows: filledShows.length,
    // The pack was validated on load.
    errors: [],
  };
  const emptyPositions = await findEmptyPositions(tx, catalog.shows);
  const after = { ...results, ...(emptyPositions.length > 0 && { emptyPlaces: emptyPositions }) };
  await record({ action: 'setup.initialize', after });
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
  return results;
}

/** Matches imported shows by import key, and manually entered shows by name and start time. */
async function matchShows(tx: Tx, packShows: readonly CatalogShow[]) {
  const existingShows = await tx
    .select({
      showId: shows.id,
      importKey: shows.importKey,
      name: shows.name,
      date: shows.date,
      isEmpty: notExists(
        tx
          .select({ id: liveSetlistSongs.id })
          .from(liveSetlistSongs)
          .where(eq(liveSetlistSongs.showId, shows.id)),
      ).mapWith(Boolean),
    })
    .from(shows)
    .orderBy(shows.id);
  const playedShows = new Map(
    packShows
      .filter(({ status, setlist }) => status === 'closed' && setlist.length > 0)
      .map((show) => [show.importKey, show]),
  );
  const existing = existingShows.flatMap(({ showId, importKey, isEmpty }) => {
    const show = isEmpty ? playedShows.get(importKey ?? '') : undefined;
    return show ? [{ showId, setlist: show.setlist }] : [];
  });
  const buildIdentity = ({ name, date }: { name: string; date: Date }) =>
    `${date.toISOString()} ${identityKey(name)}`;
  const existingKeys = new Set(existingShows.map(({ importKey }) => importKey));
  const manualShows = new Set(
    existingShows.filter(({ importKey }) => importKey === null).map(buildIdentity),
  );
  const newShows = packShows.filter(
    (show) => !existingKeys.has(show.importKey) && !manualShows.has(buildIdentity(show)),
  );
  return { existing, newShows };
}

async function fillShows(
  scope: ChangeScope,
  emptyShows: readonly { showId: string; setlist: readonly CatalogEntry[] }[],
  { index, now }: { index: SongIndex; now: number },
): Promise<FilledShow[]> {
  // The caller announces one change for all shows instead of one per show.
  const silentScope = { ...scope, changed: () => undefined };
  const scoring = createScoring({ clock: () => now });
  const filledShows: FilledShow[] = [];
  for (const { showId, setlist } of emptyShows) {
    const show = await lockShow(scope.tx, showId);
    if (show.date.getTime() > now) continue;
    const filledShow = await fillSetlist(silentScope, show, setlist, { index, scoring });
    if (filledShow) filledShows.push(filledShow);
  }
  return filledShows;
}

async function findEmptyPositions(tx: Tx, packShows: readonly CatalogShow[]) {
  const emptyCounts = new Map(
    packShows.flatMap(({ importKey, setlist }) => {
      const count = (setlist.at(-1)?.position ?? 0) - setlist.length;
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
