import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UNKNOWN_CITY } from '#contract/shows.ts';
import { liveSetlistSongs } from '#server/db/schema/setlists.ts';
import { shows } from '#server/db/schema/shows.ts';
import { songs } from '#server/db/schema/songs.ts';
import { openTestDatabase } from '../../../../tests/support/test-database.ts';
import { findSongs } from '../../songs/queries.ts';
import { type BandPack, loadBandPack } from './band-pack.ts';
import { initializeDatabase } from './import-pack.ts';
import { createBandFile, readTables, toKey, writePack } from './write-pack.ts';

const NOW = Date.UTC(2026, 6, 1, 18);
const run = { now: NOW, actorId: null };

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let folder: string;
let lantern: BandPack;
beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'write-pack-'));
  lantern = await loadBandPack('bands/lantern');
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

async function readContent() {
  const { db } = database;
  return {
    songs: (await findSongs(db, new Date(NOW))).map((song) => ({
      ...song,
      id: '',
      importKey: '',
      createdAt: '',
    })),
    shows: (await db.select().from(shows).orderBy(shows.date, shows.name)).map(
      ({ id: _id, importKey: _key, createdAt: _at, version: _v, ...show }) => show,
    ),
    setlists: await db
      .select({
        show: shows.name,
        at: shows.date,
        position: liveSetlistSongs.position,
        song: songs.title,
        isCloser: liveSetlistSongs.isCloser,
        set: liveSetlistSongs.setLabel,
        playedAt: liveSetlistSongs.playedAt,
        notes: liveSetlistSongs.notes,
      })
      .from(liveSetlistSongs)
      .innerJoin(shows, eq(shows.id, liveSetlistSongs.showId))
      .innerJoin(songs, eq(songs.id, liveSetlistSongs.songId))
      .orderBy(shows.date, shows.name, liveSetlistSongs.position),
  };
}

it('writes a pack that recreates the same database content', async () => {
  const { db } = database;
  await initializeDatabase(db, lantern, run);
  const [deletedSong] = await db.select().from(songs).where(eq(songs.title, 'Lantern Street'));
  await db.delete(songs).where(eq(songs.id, deletedSong?.id ?? ''));
  const songFields = {
    title: '"Quoted", then\nbroken, élan',
    importedLastPlayed: new Date('2026-06-30T16:00Z'),
  };
  const [song] = await db.insert(songs).values(songFields).returning();
  const showFields = {
    name: 'Fall back',
    city: UNKNOWN_CITY,
    date: new Date('2025-11-02T05:15:00Z'),
  };
  const [show] = await db
    .insert(shows)
    .values({ ...showFields, timeZone: 'America/New_York', country: 'USA', status: 'closed' })
    .returning();
  const ids = { showId: show?.id ?? '', songId: song?.id ?? '' };
  await db.insert(liveSetlistSongs).values({ ...ids, position: 3, notes: ' "twice", they said ' });
  const previousContent = await readContent();

  const targetFolder = join(folder, 'all');
  const {
    band: { version: _, ...band },
    temporaryPassword,
  } = lantern;
  await writePack(targetFolder, { ...band, temporaryPassword }, await readTables(db, band, NOW));
  const pack = await loadBandPack(targetFolder);
  await initializeDatabase(db, pack, run);
  expect(await readContent(), 'a reimport into the source changes nothing').toEqual(
    previousContent,
  );
  await db.execute(sql`truncate songs, shows cascade`);
  await initializeDatabase(db, pack, run);

  expect(pack.band).toEqual(lantern.band);
  const newContent = await readContent();
  expect(newContent.songs).toEqual(previousContent.songs);
  expect(newContent.shows).toEqual(previousContent.shows);
  expect(newContent.setlists).toEqual(
    previousContent.setlists.map((row) =>
      row.position === 3 && !row.set ? { ...row, notes: row.notes?.trim() } : row,
    ),
  );
  await expect(writePack(targetFolder, createBandFile('Anybody', 'UTC'))).rejects.toThrow(
    /already exists/,
  );
});

it('creates a new pack that is valid', async () => {
  const targetFolder = join(folder, 'new');
  await writePack(targetFolder, createBandFile('Paper "Moon", Ltd.', 'Europe/Dublin'));
  const { band, songs: newSongs } = await loadBandPack(targetFolder);
  expect(band).toMatchObject({ bandName: 'Paper "Moon", Ltd.', timeZone: 'Europe/Dublin' });
  expect(newSongs).toEqual([]);
});

it.each([
  ['Goodnight, Caroline', 'goodnight-caroline'],
  ["Don't Stop", 'dont-stop'],
  ['  Élan — Ⅱ ', 'elan-ii'],
  ['夜', ''],
])('turns %j into the key %j', (name, key) => {
  expect(toKey(name)).toBe(key);
});
