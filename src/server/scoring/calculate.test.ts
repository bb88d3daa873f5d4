import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { predictions } from '../db/schema/predictions.ts';
import { lockShow } from '../shows/show-row.ts';
import { calculateScores } from './calculate.ts';
import { readShowPicks } from './show-picks.ts';

let app: TestApp;
let tour: Tour;
let songs: string[];

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  songs = await tour.addSongs('Ash', 'Birch', 'Cedar');
});
afterAll(() => app.close());

const song = (n: number) => songs[n] ?? '';

test("deleting a fan's account during a calculation leaves everyone else's points unchanged", async () => {
  const { db } = app.database;
  const showId = await tour.addShow();
  const crowd = (await tour.addFans(4, 'Leaving')).sort();
  for (const [n, userId] of crowd.entries())
    await tour.addPrediction(userId, showId, n % 2 === 0 ? [song(0)] : [song(2)]);
  await tour.setStatus(showId, 'live');
  await tour.play(showId, song(0));
  let isDeleted = false;
  const deleteFan = async () => {
    const client = await db.$client.connect();
    await client.query('delete from users where id = $1', [crowd[0]]);
    client.release();
    isDeleted = true;
  };
  const readLocked = async (...[tx]: Parameters<typeof readShowPicks>) => {
    const picks = await readShowPicks(tx, showId);
    if (!isDeleted) await deleteFan();
    return picks;
  };
  const scorer = { clock: Date.now, picksCache: { readLocked, readLive: readShowPicks } };
  await db.transaction(async (tx) => {
    await lockShow(tx, showId);
    await calculateScores(tx, scorer, showId);
  });
  const storedPoints = await db
    .select({ userId: predictions.userId, points: predictions.points })
    .from(predictions)
    .where(eq(predictions.showId, showId))
    .orderBy(predictions.userId);
  expect(storedPoints).toEqual([
    { userId: crowd[1], points: 0 },
    { userId: crowd[2], points: 41 },
    { userId: crowd[3], points: 0 },
  ]);
});

test('scoring does not trigger JIT compilation, which takes longer than the statement', async () => {
  const showId = await tour.addShow();
  await tour.setStatus(showId, 'live');
  await app.database.db.transaction(async (tx) => {
    await tx.execute(sql`set local jit = on`);
    await lockShow(tx, showId);
    await calculateScores(tx, { clock: Date.now }, showId);
    expect((await tx.execute(sql`show jit`)).rows).toEqual([{ jit: 'off' }]);
  });
});

test('changing a show never loads its predictions row by row', async () => {
  const showId = await tour.addShow();
  const crowd = await tour.addFans(60, 'Crowd');
  for (const userId of crowd) await tour.addPrediction(userId, showId, [song(1)]);
  await tour.setStatus(showId, 'live');
  await tour.play(showId, song(1));
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const findMaxRows = async () => {
    const results = await Promise.all(queries.mock.results.map(({ value }) => value));
    queries.mockClear();
    return Math.max(...results.map((result) => result?.rows?.length ?? 0));
  };
  for (const status of ['closed', 'open', 'closed'] as const) {
    await tour.setStatus(showId, status, status === 'open' ? 'freeze' : undefined);
    expect(await findMaxRows()).toBeLessThan(4);
  }
  await app.admin.delete(`/api/shows/${showId}`);
  expect(await findMaxRows()).toBeLessThan(4);
  queries.mockRestore();
  expect(await tour.loadTotals(crowd[0] ?? '')).toMatchObject({ points: 0, games: 0 });
});
