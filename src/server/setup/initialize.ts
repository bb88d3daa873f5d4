import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { MINUTE } from '#contract/durations.ts';
import type { initializeResponse } from '#contract/setup.ts';
import { identityKey } from '#contract/text.ts';
import { type ChangeScope, runChange } from '../changes/run-change.ts';
import { chunksOf } from '../db/chunks.ts';
import type { Db } from '../db/open.ts';
import { importedShows } from '../db/schema/imports.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';
import type { Tx } from '../db/transaction.ts';
import { canFill, fillShow } from '../imports/reconcile-show.ts';
import { createScoring } from '../scoring/calculate.ts';
import { instantOn } from '../shows/show-date.ts';
import { lockShow } from '../shows/show-row.ts';
import type { BandPack, PackShow } from './band-pack.ts';
import { importKeyOf } from './import-key.ts';
import { dateOf, type PackDay, statusByDate, todayIn } from './pack-dates.ts';

/** Arbitrary number. The second of two simultaneous imports finds everything in place. */
const SETUP_LOCK = 4_100_273;

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
  const today = todayIn(pack.band.timeZone, now);
  await lockSetup(tx);
  const { songIds, imported: newSongs } = await importSongs(tx, pack, today);
  // Too many shows to name each.
  const unnamed = { ...scope, changed: () => undefined };
  const filledShows = await fillEmptyShows(unnamed, pack, { now, songIds });
  const { imported: newShows, setlists } = await importShows(tx, pack, { today, now, songIds });
  const results = {
    songs: { imported: newSongs, skipped: pack.songs.length - newSongs },
    shows: { imported: newShows, skipped: pack.shows.length - newShows },
    setlists: setlists + filledShows,
    filledShows,
    // The pack was validated on load.
    errors: [],
  };
  const emptyPlaces = await findEmptyPlaces(tx, pack);
  const after = { ...results, ...(emptyPlaces.length > 0 && { emptyPlaces }) };
  await record({ action: 'setup.initialize', after });
  // No client has a new show's setlist, because it loads with the show.
  const any = { subjectId: null, version: now };
  if (newSongs > 0) changed({ topic: 'song', ...any });
  if (newShows + filledShows > 0) changed({ topic: 'show', ...any });
  if (filledShows > 0)
    changed(
      { topic: 'setlist', ...any },
      { topic: 'standings', ...any },
      { topic: 'totals', ...any },
    );
  return results;
}

export async function lockSetup(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SETUP_LOCK})`);
}

async function importSongs(tx: Tx, pack: BandPack, today: string) {
  const existing = await tx
    .select({ id: songs.id, title: songs.title, importKey: songs.importKey })
    .from(songs);
  const idOfTitle = new Map(existing.map(({ id, title }) => [identityKey(title), id]));
  const idOfImportKey = new Map(existing.map(({ id, importKey }) => [importKey, id]));
  const dayOf = (day: PackDay | null) =>
    day === null ? null : instantOn(dateOf(day, today), pack.band.timeZone);
  const songIds = new Map<string, string>();
  const missing: (typeof songs.$inferInsert)[] = [];
  for (const song of pack.songs) {
    const importKey = importKeyOf(pack.band.bandName, song.key);
    const known = idOfImportKey.get(importKey) ?? idOfTitle.get(identityKey(song.title));
    const id = known ?? randomUUID();
    songIds.set(song.key, id);
    if (known) continue;
    missing.push({
      id,
      importKey,
      title: song.title,
      album: song.album,
      rarity: song.rarity,
      category: song.category,
      importedTimesPlayed: song.timesPlayed,
      importedFirstPlayed: dayOf(song.firstPlayed),
      importedLastPlayed: dayOf(song.lastPlayed),
      importedAveragePosition: song.averagePosition,
    });
  }
  for (const chunk of chunksOf(missing)) await tx.insert(songs).values(chunk);
  return { songIds, imported: missing.length };
}

async function importShows(
  tx: Tx,
  pack: BandPack,
  { today, now, songIds }: { today: string; now: number; songIds: ReadonlyMap<string, string> },
): Promise<{ imported: number; setlists: number }> {
  const existing = await tx
    .select({ importKey: shows.importKey, name: shows.name, date: shows.date })
    .from(shows);
  const known = new Set(existing.map(({ importKey }) => importKey));
  const nameAt = (name: string, date: Date) => `${date.toISOString()} ${identityKey(name)}`;
  // Shows entered by hand.
  const typed = existing.filter(({ importKey }) => importKey === null);
  const knownNames = new Set(typed.map(({ name, date }) => nameAt(name, date)));
  const startOf = ({ day, timeZone, time }: PackShow) =>
    instantOn(dateOf(day, today), timeZone, time);
  const missing = pack.shows
    .map((show) => ({ show, importKey: importKeyOf(pack.band.bandName, show.key) }))
    .filter(({ importKey }) => !known.has(importKey))
    .map((entry) => ({ ...entry, id: randomUUID(), date: startOf(entry.show) }))
    .filter(({ show, date }) => !knownNames.has(nameAt(show.name, date)));
  const rows = missing.map(({ show, ...row }) => ({
    ...row,
    name: show.name,
    venue: show.venue,
    city: show.city,
    state: show.state,
    country: show.country,
    timeZone: show.timeZone,
    tourName: show.tourName,
    status: show.status ?? statusByDate(row.date, now),
    locksAt: lockOf(show, row.date),
  }));
  for (const chunk of chunksOf(rows)) await tx.insert(shows).values(chunk);
  const entries = missing.flatMap(({ id, show, date }) => setlistRows(id, show, date, songIds));
  for (const chunk of chunksOf(entries)) await tx.insert(liveSetlistSongs).values(chunk);
  await importSources(tx, pack, new Map(missing.map(({ show, id }) => [show.key, id])));
  const setlists = missing.filter(({ show }) => show.setlist.length > 0).length;
  return { imported: missing.length, setlists };
}

function lockOf({ locksBefore }: PackShow, start: Date): Date | null {
  return locksBefore === null ? null : new Date(start.getTime() - locksBefore * MINUTE);
}

async function importSources(
  tx: Tx,
  { sources }: BandPack,
  idOf: ReadonlyMap<string, string>,
): Promise<void> {
  const rowsOfSources = sources.map(({ show, ...of }) => ({
    ...of,
    showId: show === null ? null : idOf.get(show),
  }));
  const rows = rowsOfSources.flatMap(({ showId, ...of }) =>
    showId === undefined ? [] : { ...of, showId },
  );
  for (const chunk of chunksOf(rows))
    await tx.insert(importedShows).values(chunk).onConflictDoNothing();
}

/** Skips live shows and setlists that an administrator has edited, like an archive import. */
async function fillEmptyShows(
  scope: ChangeScope,
  pack: BandPack,
  { now, songIds }: { now: number; songIds: ReadonlyMap<string, string> },
): Promise<number> {
  const { tx } = scope;
  const played = new Map(
    pack.shows
      .filter(({ setlist, status }) => setlist.length > 0 && (status ?? 'closed') === 'closed')
      .map((show) => [importKeyOf(pack.band.bandName, show.key), show]),
  );
  const scoring = createScoring({ clock: () => now });
  const existing = await tx.select().from(shows).where(isEmpty).orderBy(shows.id);
  let filled = 0;
  for (const { id, importKey } of existing) {
    const packShow = played.get(importKey ?? '');
    if (!packShow) continue;
    const show = await lockShow(tx, id);
    const isStillEmpty = (await tx.$count(shows, and(eq(shows.id, id), isEmpty))) > 0;
    if (!isStillEmpty || show.date.getTime() > now || !(await canFill(tx, show))) continue;
    await fillShow(scope, show, setlistRows(id, packShow, show.date, songIds), scoring);
    filled += 1;
  }
  return filled;
}

const isEmpty = sql`not exists (select from ${liveSetlistSongs} where show_id = ${shows.id})`;

async function findEmptyPlaces(tx: Tx, pack: BandPack) {
  const placesOf = new Map(
    pack.shows.map(({ key, setlist }) => {
      const last = setlist.at(-1)?.position ?? 0;
      return [importKeyOf(pack.band.bandName, key), last - setlist.length];
    }),
  );
  const existing = await tx.select({ id: shows.id, importKey: shows.importKey }).from(shows);
  return existing.flatMap(({ id: showId, importKey }) => {
    const places = placesOf.get(importKey ?? '') ?? 0;
    return places > 0 ? [{ showId, places }] : [];
  });
}

function setlistRows(
  showId: string,
  { setlist }: PackShow,
  start: Date,
  songIds: ReadonlyMap<string, string>,
): (typeof liveSetlistSongs.$inferInsert)[] {
  return setlist.map(({ song, minutes, ...row }) => {
    const songId = songIds.get(song);
    if (!songId) throw new Error(`The pack has no song with the key ${song}.`);
    const playedAt = minutes === null ? null : new Date(start.getTime() + minutes * MINUTE);
    return {
      showId,
      songId,
      playedAt,
      ...row,
    };
  });
}
