import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { initializeAnswer } from '#contract/setup.ts';
import { identityKey } from '#contract/text.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Db, Tx } from '../db/open.ts';
import { liveSetlistSongs, shows, songs } from '../db/schema.ts';
import type { BandPack, PackShow } from './band-pack.ts';
import { dateOfDay } from './pack-dates.ts';

const MINUTE_MS = 60_000;

/** Any number; set-ups at once take turns, and the second finds everything there. */
const SETUP_LOCK = 4_100_273;

/**
 * Imports the pack's songs, shows and setlists, all or nothing; days count from `now`, in
 * milliseconds since 1970. What is there is left as it is: songs and shows of an earlier set-up, on
 * whatever day it was, songs of the same title, and the setlists of shows that are there.
 * Announce any 'song', 'show' and 'setlist' afterwards.
 */
export async function initializeDatabase(
  db: Db,
  pack: BandPack,
  { now, actorId }: { now: number; actorId: string | null },
): Promise<z.output<typeof initializeAnswer>['results']> {
  const today = new Date(now);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SETUP_LOCK})`);
    const { songIds, imported: newSongs } = await importSongs(tx, pack, today);
    const newShows = await importShows(tx, pack, today, songIds);
    const results = {
      songs: { imported: newSongs, skipped: pack.songs.length - newSongs },
      shows: { imported: newShows, skipped: pack.shows.length - newShows },
      // A pack was checked whole when it was loaded: there is no row that could fail by itself.
      errors: [],
    };
    await recordChange(tx, { actorId, action: 'setup.initialize', after: results });
    return results;
  });
}

async function importSongs(tx: Tx, pack: BandPack, today: Date) {
  const there = await tx
    .select({ id: songs.id, title: songs.title, importKey: songs.importKey })
    .from(songs);
  const idOfTitle = new Map(there.map(({ id, title }) => [identityKey(title), id]));
  const idOfImportKey = new Map(there.map(({ id, importKey }) => [importKey, id]));
  const dayOf = (day: number | null) =>
    day === null ? null : dateOfDay(day, pack.band.timeZone, today);
  const songIds = new Map<string, string>();
  const missing: (typeof songs.$inferInsert)[] = [];
  for (const song of pack.songs) {
    const importKey = importKeyOf(pack, song.key);
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
      importedFirstPlayed: dayOf(song.firstPlayedDay),
      importedLastPlayed: dayOf(song.lastPlayedDay),
      importedAveragePosition: song.averagePosition,
    });
  }
  for (const chunk of chunksOf(missing)) await tx.insert(songs).values(chunk);
  return { songIds, imported: missing.length };
}

async function importShows(
  tx: Tx,
  pack: BandPack,
  today: Date,
  songIds: ReadonlyMap<string, string>,
): Promise<number> {
  const there = await tx.select({ importKey: shows.importKey }).from(shows);
  const known = new Set(there.map(({ importKey }) => importKey));
  const startOf = (show: PackShow) => dateOfDay(show.day, show.timeZone, today, show.time);
  const missing = pack.shows
    .map((show) => ({ show, importKey: importKeyOf(pack, show.key) }))
    .filter(({ importKey }) => !known.has(importKey))
    .map((one) => ({ ...one, id: randomUUID(), date: startOf(one.show) }));
  const rows = missing.map(({ show, ...row }) => ({
    ...row,
    name: show.name,
    venue: show.venue,
    city: show.city,
    state: show.state,
    country: show.country,
    timeZone: show.timeZone,
    tourName: show.tourName,
    status: row.date <= today ? ('closed' as const) : ('open' as const),
  }));
  for (const chunk of chunksOf(rows)) await tx.insert(shows).values(chunk);
  const entries = missing.flatMap(({ id, show, date }) => setlistRows(id, show, date, songIds));
  for (const chunk of chunksOf(entries)) await tx.insert(liveSetlistSongs).values(chunk);
  return missing.length;
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
    const playedAt = minutes === null ? null : new Date(start.getTime() + minutes * MINUTE_MS);
    return {
      showId,
      songId,
      playedAt,
      position: row.position,
      isCloser: row.isCloser,
      setLabel: row.setLabel,
      notes: row.notes,
    };
  });
}

/** Another band's pack may use the same keys, so the band's name goes before them. */
function importKeyOf({ band }: BandPack, key: string): string {
  return `${identityKey(band.bandName).replaceAll(/[^\p{L}\p{N}]+/gu, '-')}:${key}`;
}

/** Most rows of one INSERT: PostgreSQL takes 65,535 parameters in a statement. */
const ROWS_AT_ONCE = 2_000;

/** The rows in as few parts as one statement each can take. */
export function* chunksOf<T>(rows: readonly T[], size = ROWS_AT_ONCE): Generator<T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
