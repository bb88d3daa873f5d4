import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '#contract/durations.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { liveSetlistSongs } from '#server/db/schema/setlists.ts';
import { shows } from '#server/db/schema/shows.ts';
import { songs } from '#server/db/schema/songs.ts';
import { createTwoSongPack } from '../../../../tests/support/small-pack.ts';
import { openTestDatabase } from '../../../../tests/support/test-database.ts';
import { checkInvariants } from '../../invariants/check.ts';
import { findSongs } from '../../songs/queries.ts';
import type { BandPack } from './band-pack.ts';
import { loadBandPack } from './band-pack.ts';
import { initializeDatabase } from './import-pack.ts';

const NOW = Date.UTC(2026, 6, 1, 18);
const run = { now: NOW, actorId: null };

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let pack: BandPack;
let smallPack: BandPack;
beforeAll(async () => {
  database = await openTestDatabase();
  pack = await loadBandPack('bands/lantern');
  smallPack = createTwoSongPack(pack);
});
afterAll(() => database.close());
beforeEach(() =>
  database.db.execute(sql`truncate songs, shows, live_setlist_songs, audit_log cascade`),
);

const listSongs = () => findSongs(database.db, new Date(run.now));
const listShows = () => database.db.select().from(shows).orderBy(shows.date);
const readSetlist = () =>
  database.db.select().from(liveSetlistSongs).orderBy(liveSetlistSongs.position);

describe('initializeDatabase', () => {
  it('imports songs with their statistics plus the plays of the setlists', async () => {
    await initializeDatabase(database.db, smallPack, run);
    const start = '2026-06-22T00:00:00.000Z';
    expect(await listSongs()).toMatchObject([
      {
        title: 'One',
        timesPlayed: 4,
        averagePosition: '3.50',
        firstPlayed: '2024-01-13T17:00:00.000Z',
        lastPlayed: start,
      },
      {
        title: 'Two',
        timesPlayed: 1,
        averagePosition: '2.00',
        firstPlayed: start,
        lastPlayed: start,
      },
    ]);
  });

  it('imports past shows closed and unscored and upcoming shows open, with their setlists', async () => {
    await initializeDatabase(database.db, smallPack, run);
    expect(await listShows()).toMatchObject([
      { name: 'Past', status: 'closed', scoredAt: null, date: new Date('2026-06-22T00:00:00Z') },
      { name: 'Next', status: 'open', date: new Date('2026-07-12T00:00:00Z') },
    ]);
    expect(await readSetlist()).toMatchObject([
      { position: 1, setLabel: 'Set 1', isCloser: false, notes: null },
      { position: 2, notes: 'slow', playedAt: new Date('2026-06-22T00:07:00Z') },
      { position: 3, setLabel: 'Encore', isCloser: true, playedAt: null },
    ]);
  });

  it('returns the counts and writes them to the audit log', async () => {
    const firstSummary = await initializeDatabase(database.db, smallPack, run);
    const secondSummary = await initializeDatabase(database.db, smallPack, run);
    const allSkipped = { imported: 0, skipped: 2 };
    expect(firstSummary).toEqual({
      songs: { imported: 2, skipped: 0 },
      shows: { imported: 2, skipped: 0 },
      setlists: 1,
      filledShows: 0,
      errors: [],
    });
    expect(secondSummary).toEqual({
      songs: allSkipped,
      shows: allSkipped,
      setlists: 0,
      filledShows: 0,
      errors: [],
    });
    const rows = await database.db.select().from(auditLog).orderBy(auditLog.id);
    expect(rows).toMatchObject([
      { action: 'setup.initialize', actorId: null, after: firstSummary },
      { action: 'setup.initialize', after: secondSummary },
    ]);
  });

  it('does not report the gaps that a pack leaves on purpose', async () => {
    const showsWithGaps = smallPack.shows.map(({ setlist, ...show }) => ({
      ...show,
      setlist: setlist.filter(({ position }) => position !== 2),
    }));
    const listGaps = async () =>
      (await checkInvariants(database.db)).find(({ name }) =>
        name.startsWith('setlist positions have no gaps'),
      )?.rows;
    await initializeDatabase(database.db, { ...smallPack, shows: showsWithGaps }, run);
    expect(await listGaps()).toEqual([]);
    await database.db.delete(liveSetlistSongs).where(eq(liveSetlistSongs.position, 1));
    expect(await listGaps()).toHaveLength(1);
  });

  it('changes nothing when repeated on another day', async () => {
    await initializeDatabase(database.db, smallPack, run);
    const previousContent = [await listSongs(), await listShows(), await readSetlist()];
    await initializeDatabase(database.db, smallPack, { now: NOW + 100 * DAY, actorId: null });
    expect([await listSongs(), await listShows(), await readSetlist()]).toEqual(previousContent);
  });

  it('keeps the setlist of an existing show', async () => {
    await initializeDatabase(database.db, smallPack, run);
    await database.db.delete(liveSetlistSongs).where(eq(liveSetlistSongs.position, 3));
    await initializeDatabase(database.db, smallPack, run);
    expect(await readSetlist()).toHaveLength(2);
  });

  it('recognizes a renamed song', async () => {
    await initializeDatabase(database.db, smallPack, run);
    await database.db.update(songs).set({ title: 'Uno' }).where(eq(songs.title, 'One'));
    await initializeDatabase(database.db, smallPack, run);
    expect(await listSongs()).toMatchObject([{ title: 'Two' }, { title: 'Uno' }]);
  });

  it('matches songs by title regardless of case', async () => {
    await database.db.insert(songs).values({ title: 'TWO', album: 'Ours' });
    const { songs: counts } = await initializeDatabase(database.db, smallPack, run);
    expect(counts).toEqual({ imported: 1, skipped: 1 });
    expect(await listSongs()).toMatchObject([
      { title: 'One' },
      { title: 'TWO', album: 'Ours', timesPlayed: 1 },
    ]);
  });

  it('recognizes a song that it matched by title after a rename', async () => {
    await database.db.insert(songs).values({ title: 'Two' });
    await initializeDatabase(database.db, smallPack, run);
    await database.db.update(songs).set({ title: 'Dos' }).where(eq(songs.title, 'Two'));
    const { songs: counts } = await initializeDatabase(database.db, smallPack, run);
    expect(counts).toEqual({ imported: 0, skipped: 2 });
  });

  it('restores deleted content', async () => {
    await initializeDatabase(database.db, smallPack, run);
    await database.db.delete(shows).where(eq(shows.name, 'Past'));
    const { shows: counts } = await initializeDatabase(database.db, smallPack, run);
    expect(counts).toEqual({ imported: 1, skipped: 1 });
    expect(await readSetlist()).toHaveLength(3);
  });

  it('imports packs of two bands that use the same keys', async () => {
    await initializeDatabase(database.db, smallPack, run);
    const otherPack = {
      ...smallPack,
      band: { ...smallPack.band, bandName: 'Other Band' },
      songs: [],
    };
    const past = smallPack.shows.map((show) => ({
      ...show,
      name: `Other ${show.name}`,
      setlist: [],
    }));
    const { shows: counts } = await initializeDatabase(
      database.db,
      { ...otherPack, shows: past },
      run,
    );
    expect(counts).toEqual({ imported: 2, skipped: 0 });
  });

  it('imports once when it runs twice at the same time', async () => {
    const imports = [1, 2].map(() => initializeDatabase(database.db, smallPack, run));
    const imported = (await Promise.all(imports)).map((results) => results.songs.imported);
    expect(imported.sort()).toEqual([0, 2]);
  });

  it('imports nothing if one setlist has an unknown song', async () => {
    const incompletePack = { ...smallPack, songs: smallPack.songs.slice(0, 1) };
    await expect(initializeDatabase(database.db, incompletePack, run)).rejects.toThrow(
      /no song.*two/,
    );
    expect(await listSongs()).toEqual([]);
    expect(await listShows()).toEqual([]);
  });
});

describe('the bundled pack', () => {
  it('is imported completely, and every statistic equals the imported value plus the plays in the setlists', async () => {
    const results = await initializeDatabase(database.db, pack, run);
    expect(results.songs.imported).toBe(207);
    expect(results.shows.imported).toBe(pack.shows.length);
    const played = new Map<string, number>();
    for (const { song } of pack.shows.flatMap((show) => show.setlist))
      played.set(song, (played.get(song) ?? 0) + 1);
    const titles = new Map(pack.songs.map((song) => [song.title, song]));
    for (const { title, timesPlayed } of await listSongs()) {
      const song = titles.get(title);
      expect([title, timesPlayed]).toEqual([
        title,
        (song?.timesPlayed ?? 0) + (played.get(song?.key ?? '') ?? 0),
      ]);
    }
  });
});
