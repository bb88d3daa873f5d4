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
import type { CatalogueEntry, CatalogueShow } from '../catalogue-show.ts';
import { type FilledShow, fillSetlist } from '../fill-setlist.ts';
import { loadCatalogue } from '../load-catalogue.ts';
import type { SongIndex } from '../song-index.ts';
import type { BandPack } from './band-pack.ts';
import { packCatalogue } from './pack-catalogue.ts';

/**
 * Days count from `now`, in milliseconds since 1970. Existing songs, shows and setlists stay. A
 * past show without a setlist gets the pack's setlist and is scored: `filledShows` counts those.
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
  const packed = packCatalogue(pack, now);
  const loaded = await loadCatalogue(tx, {
    ...packed,
    match: () => matchShows(tx, packed.shows),
    reconcile: (empty, index) => fillShows(scope, empty, { index, now }),
  });
  const { newShows, reconciled: filled } = loaded;
  const { songIds } = loaded.trace;
  const results = {
    songs: { imported: songIds.length, skipped: pack.songs.length - songIds.length },
    shows: { imported: newShows.length, skipped: pack.shows.length - newShows.length },
    setlists: newShows.filter(({ setlist }) => setlist.length > 0).length + filled.length,
    filledShows: filled.length,
    // The pack was validated on load.
    errors: [],
  };
  const emptyPlaces = await findEmptyPlaces(tx, packed.shows);
  const after = { ...results, ...(emptyPlaces.length > 0 && { emptyPlaces }) };
  await record({ action: 'setup.initialize', after });
  // No client has a new show's setlist, because it loads with the show.
  const any = { subjectId: null, version: now };
  if (songIds.length > 0) changed({ topic: 'song', ...any });
  if (newShows.length + filled.length > 0) changed({ topic: 'show', ...any });
  if (filled.length > 0)
    changed(
      { topic: 'setlist', ...any },
      { topic: 'standings', ...any },
      { topic: 'totals', ...any },
    );
  return results;
}

/** Recognizes a show by its key, or one that was entered by hand by its name and start. */
async function matchShows(tx: Tx, packed: readonly CatalogueShow[]) {
  const all = await tx
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
  const played = new Map(
    packed
      .filter(({ status, setlist }) => status === 'closed' && setlist.length > 0)
      .map((show) => [show.importKey, show]),
  );
  const existing = all.flatMap(({ showId, importKey, isEmpty }) => {
    const show = isEmpty ? played.get(importKey ?? '') : undefined;
    return show ? [{ showId, setlist: show.setlist }] : [];
  });
  const nameAt = ({ name, date }: { name: string; date: Date }) =>
    `${date.toISOString()} ${identityKey(name)}`;
  const knownKeys = new Set(all.map(({ importKey }) => importKey));
  const enteredByHand = new Set(all.filter(({ importKey }) => importKey === null).map(nameAt));
  const newShows = packed.filter(
    (show) => !knownKeys.has(show.importKey) && !enteredByHand.has(nameAt(show)),
  );
  return { existing, newShows };
}

async function fillShows(
  scope: ChangeScope,
  empty: readonly { showId: string; setlist: readonly CatalogueEntry[] }[],
  { index, now }: { index: SongIndex; now: number },
): Promise<FilledShow[]> {
  // Too many shows to name each.
  const unnamed = { ...scope, changed: () => undefined };
  const scoring = createScoring({ clock: () => now });
  const filled: FilledShow[] = [];
  for (const { showId, setlist } of empty) {
    const show = await lockShow(scope.tx, showId);
    if (show.date.getTime() > now) continue;
    const fill = await fillSetlist(unnamed, show, setlist, { index, scoring });
    if (fill) filled.push(fill);
  }
  return filled;
}

async function findEmptyPlaces(tx: Tx, packed: readonly CatalogueShow[]) {
  const placesOf = new Map(
    packed.flatMap(({ importKey, setlist }) => {
      const places = (setlist.at(-1)?.position ?? 0) - setlist.length;
      return places > 0 ? [[importKey, places] as const] : [];
    }),
  );
  if (placesOf.size === 0) return [];
  const existing = await tx
    .select({ showId: shows.id, importKey: shows.importKey })
    .from(shows)
    .where(inArray(shows.importKey, [...placesOf.keys()]));
  return existing.map(({ showId, importKey }) => ({
    showId,
    places: placesOf.get(importKey ?? '') ?? 0,
  }));
}
