import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations.ts';
import type { HouseNight } from '#contract/house-players.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { ok, planTour, type Tour } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';
import { UNCHECKED_DISK } from '../db/disk-space.ts';
import { users } from '../db/schema/accounts.ts';
import { predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { unpackTrainingData } from '../odds/model/training-data.ts';
import { predictDueShows } from './predict-due-shows.ts';
import { predictNight } from './predict-night.ts';

const FANS = 24;
const PAST_SHOWS = 22;

const bus = createLocalBus();
let app: TestApp;
let tour: Tour;
let viewer: Caller;
let songs: string[];
let today: number;
let fans: string[];
/** Latest first. */
let pastShows: string[];
let tonight: string;

beforeAll(async () => {
  app = await openTestApp({ bus });
  tour = planTour(app);
  viewer = await app.signUp('Viewer');
  songs = await tour.addSongs('Ember', 'Fathom', 'Gale', 'Harbor');
  today = app.clock.now;
});
afterAll(() => app.close());

beforeEach(async () => {
  const { db } = app.database;
  app.clock.now = today;
  await db.delete(shows);
  await db.delete(users).where(sql`${users.username} like 'Fan %'`);
  fans = await tour.addFans(FANS);
  for (const [n, id] of fans.entries())
    await db
      .update(users)
      .set({ createdAt: new Date(today - n * DAY) })
      .where(eq(users.id, id));
  pastShows = [];
  for (let n = 1; n <= PAST_SHOWS; n += 1) {
    const date = new Date(today - (10 + n) * DAY);
    const id = await tour.addShow({ date, status: 'closed', scoredAt: date });
    await db
      .insert(liveSetlistSongs)
      .values({ showId: id, songId: songs[n % 2] ?? '', position: 1 });
    pastShows.push(id);
  }
  tonight = await tour.addShow({ date: new Date(today + 3 * HOUR) });
});

async function addRecord(fan: string | undefined, points: number, showIds = pastShows.slice(0, 5)) {
  for (const showId of showIds) await tour.addPrediction(fan ?? '', showId, [songs[0] ?? '']);
  await app.database.db
    .update(predictions)
    .set({ points })
    .where(and(eq(predictions.userId, fan ?? ''), inArray(predictions.showId, showIds)));
}

const submit = (fan: string | undefined, song: number, showId = tonight) =>
  tour.addPrediction(fan ?? '', showId, [songs[song] ?? '']);

async function predictAtLock(): Promise<HouseNight> {
  app.clock.now = Math.max(app.clock.now, today + 2 * HOUR);
  await predictDue();
  return readHouseNight();
}

async function predictDue(): Promise<void> {
  const log = { error: (failure: object) => expect(failure).toBeUndefined() };
  const { db } = app.database;
  const context = { db, bus, disk: UNCHECKED_DISK, clock: () => app.clock.now, log };
  await predictDueShows(context, (data) => predictNight(unpackTrainingData(data)));
}

async function readHouseNight(): Promise<HouseNight> {
  return (await viewer.get(`/api/shows/${tonight}/house`)).json();
}

const NONE = { sheets: null, songs: undefined };

const findTwenty = ({ twentySheets, players }: HouseNight) => ({
  sheets: twentySheets,
  songs: players.find(({ player }) => player === 'twenty')?.songs.map(({ songId }) => songId),
});

test('The Twenty combines the sheets of the twenty fans with the best records at the lock', async () => {
  for (const [n, fan] of fans.entries()) {
    await addRecord(fan, 10 + n);
    await submit(fan, n < 4 ? 1 : 0);
  }
  const bystander = await tour.addShow({ date: new Date(today + 30 * DAY) });
  for (const fan of fans) await submit(fan, 2, bystander);
  app.clock.now = today + 2 * HOUR - 1;
  await predictDue();
  expect(findTwenty(await readHouseNight())).toEqual(NONE);
  expect(findTwenty(await predictAtLock())).toEqual({ sheets: 20, songs: [songs[0]] });
});

test('fans with equal averages are ordered by number of shows, then by account age', async () => {
  // The songs of one sheet each tie, so the list begins with the best fan's song.
  const [frequent, younger, older, ...others] = fans;
  await addRecord(younger, 50);
  await addRecord(older, 50);
  await addRecord(frequent, 50, pastShows.slice(0, 6));
  for (const fan of others.slice(0, 2)) await addRecord(fan, 20);
  await submit(younger, 0);
  await submit(older, 1);
  await submit(frequent, 2);
  for (const fan of others.slice(0, 2)) await submit(fan, 3);
  const { songs: list } = findTwenty(await predictAtLock());
  const [ember, fathom, gale, harbor] = songs;
  expect(list).toHaveLength(4);
  expect([list?.[0], list?.[3]]).toEqual([harbor, gale]);
  expect(list?.slice(1, 3)).toEqual([fathom, ember]);
});

test.each<[string, (fan: string) => Promise<unknown>]>([
  [
    'has points at only four shows',
    (fan) =>
      app.database.db
        .delete(predictions)
        .where(and(eq(predictions.userId, fan), eq(predictions.showId, pastShows[0] ?? ''))),
  ],
  [
    'keeps their sheets private',
    (fan) => app.database.db.update(users).set({ hasPrivateSheets: true }).where(eq(users.id, fan)),
  ],
  [
    "submitted a 'Surprise me' list",
    (fan) =>
      app.database.db
        .update(predictions)
        .set({ isSurprise: true })
        .where(and(eq(predictions.userId, fan), eq(predictions.showId, tonight))),
  ],
  [
    'did not predict the show',
    (fan) =>
      app.database.db
        .delete(predictions)
        .where(and(eq(predictions.userId, fan), eq(predictions.showId, tonight))),
  ],
])(
  'The Twenty leaves out a fan who %s, and makes no prediction from four sheets',
  async (_, change) => {
    for (const fan of fans.slice(0, 5)) {
      await addRecord(fan, 30);
      await submit(fan, 0);
    }
    await change(fans[2] ?? '');
    const night = await predictAtLock();
    expect(findTwenty(night)).toEqual({ sheets: 4, songs: undefined });
    expect(night.players.map(({ player }) => player)).toEqual([
      'archivist',
      'notebook',
      'optimist',
    ]);
  },
);

test('the record counts only the last 20 scored shows before the show', async () => {
  const [early, late, unscored] = fans;
  for (const fan of fans.slice(3, 7)) {
    await addRecord(fan, 30);
    await submit(fan, 0);
  }
  // Five shows each, one of them too early, too late or not scored.
  await addRecord(early, 90, [...pastShows.slice(0, 4), pastShows[20] ?? '']);
  const laterShow = await tour.addShow({
    ...{ date: new Date(today + 5 * DAY), status: 'closed', scoredAt: new Date(today) },
  });
  await addRecord(late, 90, [...pastShows.slice(0, 4), laterShow]);
  const liveShow = await tour.addShow({ date: new Date(today - DAY), status: 'live' });
  await addRecord(unscored, 90, [...pastShows.slice(0, 4), liveShow]);
  for (const fan of fans.slice(0, 3)) await submit(fan, 1);
  expect(findTwenty(await predictAtLock()).sheets).toBe(4);
});

test.each([
  ['rebuilt from the new sheets of a show whose predictions were voided', 'void'],
  ['kept for a show whose predictions were frozen', 'freeze'],
] as const)('The Twenty is %s', async (_, choice) => {
  const voters = fans.slice(0, 6);
  for (const fan of voters) {
    await addRecord(fan, 30);
    await submit(fan, 0);
  }
  const original = { sheets: 6, songs: [songs[0]] };
  expect(findTwenty(await predictAtLock())).toEqual(original);
  const date = new Date(today + DAY).toISOString();
  ok(await app.admin.patch(`/api/shows/${tonight}`, { date, predictions: choice }));
  const isVoid = choice === 'void';
  expect(findTwenty(await readHouseNight())).toEqual(isVoid ? NONE : original);
  if (isVoid) for (const fan of voters.slice(1)) await submit(fan, 1);
  app.clock.now = today + DAY;
  const expected = isVoid ? { sheets: 5, songs: [songs[1]] } : original;
  expect(findTwenty(await predictAtLock())).toEqual(expected);
});
