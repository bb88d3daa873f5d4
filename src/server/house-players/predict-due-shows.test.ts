import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations.ts';
import type { Change } from '#contract/freshness.ts';
import { type HouseNight, MIN_SETLISTS } from '#contract/house-players.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';
import { UNCHECKED_DISK } from '../db/disk-space.ts';
import { houseNights } from '../db/schema/house-players.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { unpackTrainingData } from '../odds/model/training-data.ts';
import { predictDueShows } from './predict-due-shows.ts';
import { predictNight } from './predict-night.ts';

const SONGS_PER_SHOW = 8;

let app: TestApp;
let tour: Tour;
let fan: Caller;
let songs: string[];
let today: number;
const changes: Change[] = [];
const bus = createLocalBus();
bus.subscribe((published) => changes.push(...published));

beforeAll(async () => {
  app = await openTestApp({ bus });
  tour = planTour(app);
  fan = await app.signUp('Fan');
  songs = await tour.addSongs(...Array.from({ length: 30 }, (_, n) => `Song ${n}`));
  today = app.clock.now;
});
afterAll(() => app.close());

beforeEach(async () => {
  app.clock.now = today;
  await app.database.db.delete(shows);
  // Too old to be due themselves.
  for (let n = 1; n <= MIN_SETLISTS; n += 1) await addPastShow(today - (10 + n) * DAY, n);
  changes.length = 0;
});

async function addPastShow(date: number, n: number): Promise<void> {
  const { db } = app.database;
  const showId = await tour.addShow({ name: `Past ${n}`, date: new Date(date), status: 'closed' });
  const rows = Array.from({ length: SONGS_PER_SHOW }, (_, index) => ({
    id: randomUUID(),
    showId,
    songId: songs[(3 * n + index) % songs.length] ?? '',
    position: index + 1,
    isCloser: index === SONGS_PER_SHOW - 1,
  }));
  await db.insert(liveSetlistSongs).values(rows);
}

function predictDue(disk = UNCHECKED_DISK): Promise<void> {
  const { db } = app.database;
  const log = { error: (failure: object) => expect(failure).toBeUndefined() };
  const context = { db, bus, disk, clock: () => app.clock.now, log };
  return predictDueShows(context, (trainingData) => predictNight(unpackTrainingData(trainingData)));
}

async function readHouseNight(showId: string): Promise<HouseNight> {
  const response = await fan.get(`/api/shows/${showId}/house`);
  expect(response.statusCode).toBe(200);
  return response.json();
}

const NO_PREDICTIONS: HouseNight = {
  learntFrom: null,
  twentySheets: null,
  players: [],
  likeliestSongs: [],
};

test('house players write nothing to a full disk and predict after space is freed', async () => {
  const show = await tour.addShow({ date: new Date(today + HOUR) });
  await predictDue({ ...UNCHECKED_DISK, isFull: async () => true });
  expect(await readHouseNight(show)).toEqual(NO_PREDICTIONS);
  await predictDue();
  expect((await readHouseNight(show)).players).not.toEqual([]);
});

test('house players predict a show when its predictions lock, not before', async () => {
  const show = await tour.addShow({ date: new Date(today + 3 * HOUR) });
  app.clock.now = today + 2 * HOUR - 1;
  await predictDue();
  expect(await readHouseNight(show)).toEqual(NO_PREDICTIONS);
  app.clock.now += 1;
  await predictDue();
  const { learntFrom, players, likeliestSongs } = await readHouseNight(show);
  expect(learntFrom).toBe(MIN_SETLISTS);
  expect(new Set(likeliestSongs).size).toBe(24);
  expect(players.map(({ player }) => player)).toEqual(['archivist', 'notebook', 'optimist']);
  for (const { songs: picks } of players)
    expect(picks.map(({ position }) => position)).toEqual(
      Array.from({ length: 24 }, (_, n) => n + 1),
    );
  expect(changes).toMatchObject([{ topic: 'house', subjectId: show }]);
  await predictDue();
  expect(changes).toHaveLength(1);
});

test('two servers that run at the same time predict a show once', async () => {
  const show = await tour.addShow({ date: new Date(today + HOUR) });
  await Promise.all([predictDue(), predictDue(), predictDue()]);
  expect((await readHouseNight(show)).players).toHaveLength(3);
  expect(changes).toHaveLength(1);
});

test('a late prediction uses only shows from before the lock', async () => {
  const show = await tour.addShow({ date: new Date(today + HOUR) });
  await predictDue();
  const timelyNight = await readHouseNight(show);
  await app.database.db.delete(houseNights);
  for (const songId of songs.slice(20, 25)) await tour.play(show, songId);
  await tour.setStatus(show, 'closed');
  await addPastShow(today + 20 * HOUR, 99);
  app.clock.now = today + 30 * HOUR;
  await predictDue();
  expect(await readHouseNight(show)).toEqual(timelyNight);
});

test('house players predict past shows that fans predicted, but not archived shows', async () => {
  const [predictedShow, archivedShow] = [
    await tour.addShow({ date: new Date(today - 9 * HOUR), status: 'closed' }),
    await tour.addShow({ date: new Date(today + HOUR), status: 'closed' }),
  ];
  await tour.addPrediction(fan.userId, predictedShow, songs.slice(0, 3));
  app.clock.now = today + 60 * DAY;
  await predictDue();
  app.clock.now = today;
  expect((await readHouseNight(predictedShow)).players).toHaveLength(3);
  expect(await readHouseNight(archivedShow)).toEqual(NO_PREDICTIONS);
});

test('house players predict a postponed show again at its new lock and never predict a cancelled show', async () => {
  const [show, cancelledShow] = [
    await tour.addShow({ date: new Date(today + HOUR) }),
    await tour.addShow({ date: new Date(today + HOUR) }),
  ];
  await predictDue();
  const firstNight = await readHouseNight(show);
  await tour.setStatus(show, 'postponed');
  await tour.setStatus(cancelledShow, 'cancelled');
  await predictDue();
  for (const showId of [show, cancelledShow])
    expect(await readHouseNight(showId)).toEqual(NO_PREDICTIONS);
  const date = new Date(today + 5 * DAY).toISOString();
  await app.admin.patch(`/api/shows/${show}`, { date });
  expect(await readHouseNight(show)).toEqual(NO_PREDICTIONS);
  await addPastShow(today + 2 * DAY, 7);
  app.clock.now = today + 5 * DAY - HOUR;
  await predictDue();
  const secondNight = await readHouseNight(show);
  expect(secondNight.learntFrom).toBe((firstNight.learntFrom ?? 0) + 1);
  expect(secondNight.players).not.toEqual(firstNight.players);
  expect(await readHouseNight(cancelledShow)).toEqual(NO_PREDICTIONS);
});

test('a show that starts before its lock is predicted at the start, and only once', async () => {
  const show = await tour.addShow({ date: new Date(today + 9 * HOUR) });
  await tour.setStatus(show, 'live');
  await predictDue();
  const { players } = await readHouseNight(show);
  expect(players).toHaveLength(3);
  app.clock.now = today + 9 * HOUR;
  await predictDue();
  expect((await readHouseNight(show)).players).toEqual(players);
});

test('house players skip a show with too little history and report how many shows there are', async () => {
  const { db } = app.database;
  const [firstShow] = await db.select({ id: shows.id }).from(shows).limit(1);
  await db.delete(shows).where(eq(shows.id, firstShow?.id ?? ''));
  const show = await tour.addShow({ date: new Date(today + HOUR) });
  await predictDue();
  expect(await readHouseNight(show)).toEqual({
    learntFrom: MIN_SETLISTS - 1,
    twentySheets: 0,
    players: [],
    likeliestSongs: [],
  });
});

test("deleting a song leaves a gap in house players' picks", async () => {
  const show = await tour.addShow({ date: new Date(today + HOUR) });
  await predictDue();
  const [before] = (await readHouseNight(show)).players;
  const thirdSong = before?.songs[2];
  await app.admin.delete(`/api/songs/${thirdSong?.songId}`);
  songs = songs.filter((song) => song !== thirdSong?.songId);
  const [after] = (await readHouseNight(show)).players;
  expect(after?.songs).toEqual(before?.songs.filter((pick) => pick !== thirdSong));
});
