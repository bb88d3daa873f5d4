import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { users } from '#server/db/schema/accounts.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { predictionSongs, predictions } from '#server/db/schema/predictions.ts';
import { liveSetlistSongs } from '#server/db/schema/setlists.ts';
import { shows } from '#server/db/schema/shows.ts';
import { createTwoSongPack } from '../../../../tests/support/small-pack.ts';
import { openTestDatabase } from '../../../../tests/support/test-database.ts';
import { findSongs } from '../../songs/queries.ts';
import { type BandPack, loadBandPack } from './band-pack.ts';
import { initializeDatabase } from './import-pack.ts';

const run = { now: Date.UTC(2026, 6, 1, 18), actorId: null };
const FAN = { username: 'Fan', usernameKey: 'fan', password: 'none' };

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let smallPack: BandPack;
beforeAll(async () => {
  database = await openTestDatabase();
  smallPack = createTwoSongPack(await loadBandPack('bands/lantern'));
});
afterAll(() => database.close());
beforeEach(() => database.db.execute(sql`truncate songs, shows, users cascade`));

const listSongs = () => findSongs(database.db, new Date(run.now));
const listShows = () => database.db.select().from(shows).orderBy(shows.date);
const readSetlist = () =>
  database.db.select().from(liveSetlistSongs).orderBy(liveSetlistSongs.position);

it('adds a later setlist only to the past show without one', async () => {
  const [past, next] = smallPack.shows;
  if (!past || !next) throw new Error('The pack has two shows');
  const otherShow = {
    ...past,
    key: 'other',
    name: 'Other',
    day: -9,
    setlist: past.setlist.slice(0, 1),
  };
  const liveShow = { ...past, key: 'live', name: 'Live', day: -8 };
  const firstPack = {
    ...smallPack,
    shows: [{ ...past, setlist: [] }, otherShow, { ...liveShow, setlist: [] }],
  };
  await initializeDatabase(database.db, firstPack, run);
  await database.db.update(shows).set({ status: 'live' }).where(eq(shows.name, 'Live'));
  const listRows = async (name: string) =>
    (await readSetlist()).filter((row) => row.showId === ids.get(name));
  const ids = new Map((await listShows()).map(({ name, id }) => [name, id]));
  const [existingRow] = await listRows('Other');

  const laterPack = {
    ...smallPack,
    shows: [past, { ...otherShow, setlist: past.setlist }, liveShow],
  };
  const { setlists, shows: counts } = await initializeDatabase(database.db, laterPack, run);

  expect([setlists, counts]).toEqual([1, { imported: 0, skipped: 3 }]);
  expect(await listRows('Past')).toMatchObject([
    { position: 1, setLabel: 'Set 1', playedAt: new Date('2026-06-22T00:00:00Z') },
    { position: 2, notes: 'slow' },
    { position: 3, isCloser: true },
  ]);
  expect(await listRows('Other')).toEqual([existingRow]);
  expect(await listRows('Live')).toEqual([]);
  expect(await listSongs()).toMatchObject([{ timesPlayed: 5 }, { timesPlayed: 1 }]);
  expect((await initializeDatabase(database.db, laterPack, run)).setlists).toBe(0);
});

it.each(['closed', 'open'] as const)(
  'closes a show that was %s with its later setlist and scores only the fans who predicted it',
  async (status) => {
    const [past, next] = smallPack.shows;
    if (!past || !next) throw new Error('The pack has two shows');
    const packWithoutSetlist = { ...smallPack, shows: [{ ...past, setlist: [] }, next] };
    await initializeDatabase(database.db, packWithoutSetlist, run);
    await database.db.update(shows).set({ status }).where(eq(shows.name, 'Past'));
    const [song] = await listSongs();
    const [{ id: pastId } = { id: '' }, { id: nextId } = { id: '' }] = await listShows();
    const [fan] = await database.db
      .insert(users)
      .values({ ...FAN, email: 'fan@example.org', emailKey: 'fan@example.org' })
      .returning();
    for (const showId of [pastId, nextId]) {
      const prediction = { userId: fan?.id ?? '', showId };
      const [row] = await database.db.insert(predictions).values(prediction).returning();
      const pick = { predictionId: row?.id ?? '', songId: song?.id ?? '', position: 1 };
      await database.db.insert(predictionSongs).values(pick);
    }
    await initializeDatabase(database.db, smallPack, run);
    const points = await database.db
      .select({ showId: predictions.showId, points: predictions.points })
      .from(predictions);
    expect(new Map(points.map((row) => [row.showId, row.points]))).toEqual(
      new Map([
        [pastId, 41],
        [nextId, null],
      ]),
    );
    expect(await database.db.select().from(users)).toMatchObject([
      { totalPoints: 41, gamesPlayed: 1 },
    ]);
    expect(await listShows()).toMatchObject([{ status: 'closed' }, { status: 'open' }]);
  },
);

it('skips a setlist that an administrator emptied and a postponed or cancelled show', async () => {
  const [past] = smallPack.shows;
  if (!past) throw new Error('The pack has a show');
  const createShow = (key: string, overrides: Partial<typeof past> = {}) => ({
    ...past,
    ...overrides,
    key,
    name: key,
  });
  const packWithoutSetlist = ['emptied', 'postponed', 'cancelled', 'postponedInPack'].map((key) =>
    createShow(key, { setlist: [] }),
  );
  await initializeDatabase(database.db, { ...smallPack, shows: packWithoutSetlist }, run);
  for (const status of ['postponed', 'cancelled'] as const)
    await database.db.update(shows).set({ status }).where(eq(shows.name, status));
  const [emptied] = await database.db.select().from(shows).where(eq(shows.name, 'emptied'));
  await database.db.insert(auditLog).values({ action: 'setlist.remove', showId: emptied?.id });
  const laterShows = [
    ...packWithoutSetlist.slice(0, 3).map(({ key }) => createShow(key)),
    createShow('postponedInPack', { status: 'postponed' }),
  ];
  const { setlists } = await initializeDatabase(
    database.db,
    { ...smallPack, shows: laterShows },
    run,
  );
  expect([setlists, await readSetlist()]).toEqual([0, []]);
});
