import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ShowRow } from '#contract/leaderboards.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let songs: string[];

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  fan = await app.signUp('Nightingale');
  songs = await tour.addSongs(...Array.from({ length: 30 }, (_, n) => `Song ${n + 1}`));
});

afterAll(() => app.close());

const song = (n: number) => songs[n - 1] ?? '';

async function fetchLeaderboard(showId: string): Promise<ShowRow[]> {
  const response = await fan.get(`/api/leaderboard/show/${showId}`);
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json();
}

const fetchFanPoints = async (showId: string) =>
  (await fetchLeaderboard(showId)).map(({ username, totalPoints }) => `${username} ${totalPoints}`);

async function addPredictedShow(name: string): Promise<string> {
  const showId = await tour.addShow();
  for (const [n, userId] of (await tour.addFans(40, name)).entries()) {
    const list = Array.from({ length: 1 + (n % 10) }, (_, k) => song(1 + ((n * 7 + k * 3) % 30)));
    await tour.addPrediction(userId, showId, list, new Date(app.clock.now + (n % 5)));
  }
  return showId;
}

test('live standings equal the points stored later, after every song', async () => {
  const showId = await addPredictedShow('Live');
  await tour.setStatus(showId, 'live');
  expect(
    (await fetchLeaderboard(showId)).every(({ rank, totalPoints }) => rank + totalPoints === 1),
  ).toBe(true);
  const boardAfterSong: ShowRow[][] = [];
  for (const n of [8, 1, 15, 22, 29, 6, 8, 13]) {
    await tour.play(showId, song(n), { isCloser: n === 13 || n === 29 });
    boardAfterSong.push(await fetchLeaderboard(showId));
  }
  expect(new Set(boardAfterSong.map((rows) => JSON.stringify(rows))).size).toBe(
    boardAfterSong.length,
  );
  expect(await readStoredPoints(showId)).toEqual(new Set([null]));
  await tour.setStatus(showId, 'closed');
  expect(await fetchLeaderboard(showId)).toEqual(boardAfterSong.at(-1));
  // Deletes the songs from last to first: the stored points equal the live points after each song.
  const rows = await app.database.db
    .select({ id: liveSetlistSongs.id })
    .from(liveSetlistSongs)
    .where(eq(liveSetlistSongs.showId, showId))
    .orderBy(asc(liveSetlistSongs.position));
  for (let played = rows.length - 1; played > 0; played -= 1) {
    await app.admin.delete(`/api/shows/${showId}/setlist/${rows[played]?.id}`);
    expect(await fetchLeaderboard(showId)).toEqual(boardAfterSong[played - 1]);
  }
});

async function readStoredPoints(showId: string) {
  const isInShow = eq(predictions.showId, showId);
  const rows = await app.database.db.select().from(predictions).where(isInShow);
  return new Set(rows.map(({ points }) => points));
}

test('live standings reflect every kind of setlist change', async () => {
  const showId = await tour.addShow();
  await tour.predict(fan, showId, [song(1), song(2), song(3)]);
  await tour.setStatus(showId, 'live');
  const expectPoints = async (points: number) =>
    expect(await fetchFanPoints(showId)).toEqual([`Nightingale ${points}`]);
  await expectPoints(0);
  const { id } = await tour.play(showId, song(3));
  await expectPoints(10);
  const row = `/api/shows/${showId}/setlist/${id}`;
  await app.admin.patch(row, { isCloser: true });
  await expectPoints(41);
  await tour.play(showId, song(1), { position: 1, insert: true });
  await expectPoints(82);
  await app.admin.patch(row, { songId: song(2) });
  await expectPoints(68);
  await app.admin.post(`/api/shows/${showId}/setlist/undo`);
  await expectPoints(82);
  await app.admin.delete(row);
  await expectPoints(41);
});

test('live standings include only new predictions after the show reopened with void ones', async () => {
  const showId = await tour.addShow();
  await tour.predict(fan, showId, [song(1), song(2)]);
  await tour.setStatus(showId, 'live');
  await tour.play(showId, song(5));
  expect(await fetchFanPoints(showId)).toEqual(['Nightingale 0']);
  await tour.setStatus(showId, 'open', 'void');
  app.clock.now += 5;
  await tour.predict(fan, showId, [song(5), song(6)]);
  await tour.setStatus(showId, 'live');
  expect(await fetchFanPoints(showId)).toEqual(['Nightingale 41']);
});

test('live standings reflect the deletion of a picked song', async () => {
  const [doomedSong = ''] = await tour.addSongs('Soon gone');
  const showId = await tour.addShow();
  await tour.predict(fan, showId, [doomedSong, song(2)]);
  await tour.setStatus(showId, 'live');
  await tour.play(showId, song(2));
  expect(await fetchFanPoints(showId)).toEqual(['Nightingale 10']);
  expect((await app.admin.delete(`/api/songs/${doomedSong}`)).statusCode).toBe(204);
  expect(await fetchFanPoints(showId)).toEqual(['Nightingale 41']);
});

test('live standings need only a few queries for many fans and read the picks once per show', async () => {
  const showId = await addPredictedShow('Herd');
  await tour.setStatus(showId, 'live');
  await fetchLeaderboard(showId);
  const requestAll = async () => {
    const select = vi.spyOn(app.database.db, 'select');
    const urls = [`show/${showId}`, `show/${showId}/me`, `show/${showId}?limit=5`];
    const responses = await Promise.all(
      Array.from({ length: 600 }, (_, n) => fan.get(`/api/leaderboard/${urls[n % urls.length]}`)),
    );
    const queries = select.mock.calls.map(([columns]) => Object.keys(columns ?? {}).join(' '));
    select.mockRestore();
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 204]));
    return queries;
  };
  await tour.play(showId, song(1));
  const afterOneSong = await requestAll();
  expect(afterOneSong.length).toBeGreaterThan(0);
  expect(afterOneSong.length).toBeLessThanOrEqual(3);
  expect(afterOneSong.filter((columns) => columns.includes('picks'))).toEqual([]);
  expect(await requestAll()).toEqual([]);
});
