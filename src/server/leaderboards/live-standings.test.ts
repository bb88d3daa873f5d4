import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ShowRow } from '#contract/leaderboards.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';

let t: TestApp;
let tour: Tour;
let fan: Caller;
let songs: string[];

beforeAll(async () => {
  t = await openTestApp();
  tour = planTour(t);
  fan = await t.signUp('Nightingale');
  songs = await tour.songs(...Array.from({ length: 30 }, (_, n) => `Song ${n + 1}`));
});

afterAll(() => t.close());

const song = (n: number) => songs[n - 1] ?? '';

async function board(showId: string): Promise<ShowRow[]> {
  const answer = await fan.get(`/api/leaderboard/show/${showId}`);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}

const fansPoints = async (showId: string) =>
  (await board(showId)).map(({ username, totalPoints }) => `${username} ${totalPoints}`);

async function predictedShow(name: string): Promise<string> {
  const showId = await tour.show();
  for (const [n, userId] of (await tour.crowd(40, name)).entries()) {
    const list = Array.from({ length: 1 + (n % 10) }, (_, k) => song(1 + ((n * 7 + k * 3) % 30)));
    await tour.predicted(userId, showId, list, new Date(t.clock.now + (n % 5)));
  }
  return showId;
}

it('equal the later stored points after every song', async () => {
  const showId = await predictedShow('Live');
  await tour.status(showId, 'live');
  expect((await board(showId)).every(({ rank, totalPoints }) => rank + totalPoints === 1)).toBe(
    true,
  );
  const soFar: ShowRow[][] = [];
  for (const n of [8, 1, 15, 22, 29, 6, 8, 13]) {
    await tour.play(showId, song(n), { isCloser: n === 13 || n === 29 });
    soFar.push(await board(showId));
  }
  expect(new Set(soFar.map((rows) => JSON.stringify(rows))).size).toBe(soFar.length);
  expect(await storedPoints(showId)).toEqual(new Set([null]));
  await tour.status(showId, 'closed');
  expect(await board(showId)).toEqual(soFar.at(-1));
  // Goes back song by song: the points stored then equal the live points after the same songs.
  const rows = await t.database.db
    .select({ id: liveSetlistSongs.id })
    .from(liveSetlistSongs)
    .where(eq(liveSetlistSongs.showId, showId))
    .orderBy(asc(liveSetlistSongs.position));
  for (let played = rows.length - 1; played > 0; played -= 1) {
    await t.admin.delete(`/api/shows/${showId}/setlist/${rows[played]?.id}`);
    expect(await board(showId)).toEqual(soFar[played - 1]);
  }
});

async function storedPoints(showId: string) {
  const ofShow = eq(predictions.showId, showId);
  const rows = await t.database.db.select().from(predictions).where(ofShow);
  return new Set(rows.map(({ points }) => points));
}

it('follow every kind of setlist change', async () => {
  const showId = await tour.show();
  await tour.predict(fan, showId, [song(1), song(2), song(3)]);
  await tour.status(showId, 'live');
  const expectPoints = async (points: number) =>
    expect(await fansPoints(showId)).toEqual([`Nightingale ${points}`]);
  await expectPoints(0);
  const { id } = await tour.play(showId, song(3));
  await expectPoints(10);
  const row = `/api/shows/${showId}/setlist/${id}`;
  await t.admin.patch(row, { isCloser: true });
  await expectPoints(41);
  await tour.play(showId, song(1), { position: 1, insert: true });
  await expectPoints(82);
  await t.admin.patch(row, { songId: song(2) });
  await expectPoints(68);
  await t.admin.post(`/api/shows/${showId}/setlist/undo`);
  await expectPoints(82);
  await t.admin.delete(row);
  await expectPoints(41);
});

it('include edits made while the show was reopened', async () => {
  const showId = await tour.show();
  const { id } = await tour.predict(fan, showId, [song(1), song(2)]);
  await tour.status(showId, 'live');
  await tour.play(showId, song(5));
  expect(await fansPoints(showId)).toEqual(['Nightingale 0']);
  await tour.status(showId, 'open');
  t.clock.now += 5;
  await fan.patch(`/api/predictions/${id}`, { songIds: [song(5), song(6)] });
  await tour.status(showId, 'live');
  expect(await fansPoints(showId)).toEqual(['Nightingale 41']);
});

it('follow the deletion of a picked song', async () => {
  const [gone = ''] = await tour.songs('Soon gone');
  const showId = await tour.show();
  await tour.predict(fan, showId, [gone, song(2)]);
  await tour.status(showId, 'live');
  await tour.play(showId, song(2));
  expect(await fansPoints(showId)).toEqual(['Nightingale 10']);
  expect((await t.admin.delete(`/api/songs/${gone}`)).statusCode).toBe(204);
  expect(await fansPoints(showId)).toEqual(['Nightingale 41']);
});

it('cost a crowd a handful of queries, and read the picks once per show', async () => {
  const showId = await predictedShow('Herd');
  await tour.status(showId, 'live');
  await board(showId);
  const herd = async () => {
    const select = vi.spyOn(t.database.db, 'select');
    const urls = [`show/${showId}`, `show/${showId}/me`, `show/${showId}?limit=5`];
    const answers = await Promise.all(
      Array.from({ length: 600 }, (_, n) => fan.get(`/api/leaderboard/${urls[n % urls.length]}`)),
    );
    const queries = select.mock.calls.map(([columns]) => Object.keys(columns ?? {}).join(' '));
    select.mockRestore();
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 204]));
    return queries;
  };
  await tour.play(showId, song(1));
  const afterOneSong = await herd();
  expect(afterOneSong.length).toBeGreaterThan(0);
  expect(afterOneSong.length).toBeLessThanOrEqual(3);
  expect(afterOneSong.filter((columns) => columns.includes('picks'))).toEqual([]);
  expect(await herd()).toEqual([]);
});
