import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
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

const SONGS_A_SHOW = 8;

let test: TestApp;
let tour: Tour;
let fan: Caller;
let songs: string[];
let today: number;
const changes: Change[] = [];
const bus = createLocalBus();
bus.subscribe((published) => changes.push(...published));

beforeAll(async () => {
  test = await openTestApp({ bus });
  tour = planTour(test);
  fan = await test.signUp('Fan');
  songs = await tour.songs(...Array.from({ length: 30 }, (_, n) => `Song ${n}`));
  today = test.clock.now;
});
afterAll(() => test.close());

beforeEach(async () => {
  test.clock.now = today;
  await test.database.db.delete(shows);
  // Old enough that no fan's game depends on these shows.
  for (let n = 1; n <= MIN_SETLISTS; n += 1) await pastShow(today - (10 + n) * DAY, n);
  changes.length = 0;
});

async function pastShow(at: number, n: number): Promise<void> {
  const { db } = test.database;
  const showId = await tour.show({ name: `Past ${n}`, date: new Date(at), status: 'closed' });
  const rows = Array.from({ length: SONGS_A_SHOW }, (_, place) => ({
    id: randomUUID(),
    showId,
    songId: songs[(3 * n + place) % songs.length] ?? '',
    position: place + 1,
    isCloser: place === SONGS_A_SHOW - 1,
  }));
  await db.insert(liveSetlistSongs).values(rows);
}

function look(disk = UNCHECKED_DISK): Promise<void> {
  const { db } = test.database;
  const log = { error: (failure: object) => expect(failure).toBeUndefined() };
  const context = { db, bus, disk, clock: () => test.clock.now, log };
  return predictDueShows(context, (trainingData) => predictNight(unpackTrainingData(trainingData)));
}

async function houseOf(showId: string): Promise<HouseNight> {
  const answer = await fan.get(`/api/shows/${showId}/house`);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const NO_PREDICTIONS: HouseNight = { learntFrom: null, players: [] };

it('house players write nothing to a full disk and predict once there is space', async () => {
  const show = await tour.show({ date: new Date(today + HOUR) });
  await look({ ...UNCHECKED_DISK, isFull: async () => true });
  expect(await houseOf(show)).toEqual(NO_PREDICTIONS);
  await look();
  expect((await houseOf(show)).players).not.toEqual([]);
});

it('house players predict a show when its predictions lock, not before', async () => {
  const show = await tour.show({ date: new Date(today + 3 * HOUR) });
  test.clock.now = today + 2 * HOUR - 1;
  await look();
  expect(await houseOf(show)).toEqual(NO_PREDICTIONS);
  test.clock.now += 1;
  await look();
  const { learntFrom, players } = await houseOf(show);
  expect(learntFrom).toBe(MIN_SETLISTS);
  expect(players.map(({ player }) => player)).toEqual(['archivist', 'notebook', 'optimist']);
  for (const { songs: picks } of players)
    expect(picks.map(({ position }) => position)).toEqual(
      Array.from({ length: 24 }, (_, n) => n + 1),
    );
  expect(changes).toMatchObject([{ topic: 'house', subjectId: show }]);
  await look();
  expect(changes).toHaveLength(1);
});

it('two servers at the same time predict a show once', async () => {
  const show = await tour.show({ date: new Date(today + HOUR) });
  await Promise.all([look(), look(), look()]);
  expect((await houseOf(show)).players).toHaveLength(3);
  expect(changes).toHaveLength(1);
});

it('a late prediction uses only earlier shows, as at the lock', async () => {
  const show = await tour.show({ date: new Date(today + HOUR) });
  await look();
  const inTime = await houseOf(show);
  await test.database.db.delete(houseNights);
  // The server comes back after this show and another one have ended.
  for (const songId of songs.slice(20, 25)) await tour.play(show, songId);
  await tour.status(show, 'closed');
  await pastShow(today + 20 * HOUR, 99);
  test.clock.now = today + 30 * HOUR;
  await look();
  expect(await houseOf(show)).toEqual(inTime);
});

it('house players predict past shows that fans predicted, but not the archive', async () => {
  const [forFans, archived] = [
    await tour.show({ date: new Date(today - 9 * HOUR), status: 'closed' }),
    await tour.show({ date: new Date(today + HOUR), status: 'closed' }),
  ];
  await tour.predicted(fan.userId, forFans, songs.slice(0, 3));
  test.clock.now = today + 60 * DAY;
  await look();
  test.clock.now = today;
  expect((await houseOf(forFans)).players).toHaveLength(3);
  expect(await houseOf(archived)).toEqual(NO_PREDICTIONS);
});

it('a postponed show is predicted again at its new lock; a cancelled one counts for no player', async () => {
  const [show, gone] = [
    await tour.show({ date: new Date(today + HOUR) }),
    await tour.show({ date: new Date(today + HOUR) }),
  ];
  await look();
  const first = await houseOf(show);
  await tour.status(show, 'postponed');
  await tour.status(gone, 'cancelled');
  await look();
  for (const one of [show, gone]) expect(await houseOf(one)).toEqual(NO_PREDICTIONS);
  const date = new Date(today + 5 * DAY).toISOString();
  await test.admin.patch(`/api/shows/${show}`, { date });
  expect(await houseOf(show)).toEqual(NO_PREDICTIONS);
  await pastShow(today + 2 * DAY, 7);
  test.clock.now = today + 5 * DAY - HOUR;
  await look();
  const again = await houseOf(show);
  expect(again.learntFrom).toBe((first.learntFrom ?? 0) + 1);
  expect(again.players).not.toEqual(first.players);
  expect(await houseOf(gone)).toEqual(NO_PREDICTIONS);
});

it('a show that starts before its lock is predicted at the start, and only once', async () => {
  const show = await tour.show({ date: new Date(today + 9 * HOUR) });
  await tour.status(show, 'live');
  await look();
  const { players } = await houseOf(show);
  expect(players).toHaveLength(3);
  test.clock.now = today + 9 * HOUR;
  await look();
  expect((await houseOf(show)).players).toEqual(players);
});

it('house players skip a show with too little history and report how many shows there are', async () => {
  const { db } = test.database;
  const [one] = await db.select({ id: shows.id }).from(shows).limit(1);
  await db.delete(shows).where(eq(shows.id, one?.id ?? ''));
  const show = await tour.show({ date: new Date(today + HOUR) });
  await look();
  expect(await houseOf(show)).toEqual({ learntFrom: MIN_SETLISTS - 1, players: [] });
});

it('deleting a song leaves a gap in their picks', async () => {
  const show = await tour.show({ date: new Date(today + HOUR) });
  await look();
  const [before] = (await houseOf(show)).players;
  const third = before?.songs[2];
  await test.admin.delete(`/api/songs/${third?.songId}`);
  songs = songs.filter((song) => song !== third?.songId);
  const [after] = (await houseOf(show)).players;
  expect(after?.songs).toEqual(before?.songs.filter((pick) => pick !== third));
});
