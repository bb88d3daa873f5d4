import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildShowRow, type LiveShowState } from '#contract/live-shows.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

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

const getSongId = (n: number) => songs[n % 30] ?? '';
const readLiveShow = async (showId: string): Promise<LiveShowState> =>
  (await fan.get(`/api/shows/${showId}/night`)).json();
const readBoard = async (showId: string, query = '') =>
  (await fan.get(`/api/leaderboard/show/${showId}${query}`)).json();

it('returns the setlist, the top of the leaderboard, and the ranks of all points', async () => {
  const [showId, bystander] = [await tour.addShow(), await tour.addShow()];
  const crowd = await tour.addFans(60, 'Night');
  for (const [n, userId] of crowd.entries())
    await tour.addPrediction(
      userId,
      showId,
      [getSongId(n), getSongId(n * 7 + 1)].slice(0, 1 + (n % 2)),
    );
  await tour.addPrediction(crowd[0] ?? '', bystander, [getSongId(3)]);
  for (const id of [showId, bystander]) await tour.setStatus(id, 'live');
  for (const n of [1, 8, 15]) await tour.play(showId, getSongId(n));
  await tour.play(bystander, getSongId(3));
  const { setlist, standings } = await readLiveShow(showId);
  expect(setlist).toEqual((await fan.get(`/api/shows/${showId}/setlist`)).json());
  expect(standings?.total).toBe(60);
  expect(standings?.top).toEqual(await readBoard(showId, '?limit=20'));
  const rows: { totalPoints: number; rank: number }[] = await readBoard(showId);
  const ranks = new Map(rows.map(({ totalPoints, rank }) => [totalPoints, rank]));
  expect(standings?.ranks).toEqual([...ranks]);
});

it('lets fans compute their leaderboard row from their own picks', async () => {
  const showId = await tour.addShow();
  const fans = await Promise.all(['Lark', 'Wren', 'Robin'].map((name) => app.signUp(name)));
  const lists = fans.map((_, n) => [getSongId(n), getSongId(n + 1), getSongId(n + 2)]);
  for (const [n, caller] of fans.entries()) await tour.predict(caller, showId, lists[n] ?? []);
  await tour.setStatus(showId, 'live');
  for (const n of [1, 2, 20]) {
    await tour.play(showId, getSongId(n), { isCloser: n === 2 });
    const { setlist, standings } = await readLiveShow(showId);
    for (const [index, caller] of fans.entries()) {
      const row = (await caller.get(`/api/leaderboard/show/${showId}/me`)).json();
      const picks = (lists[index] ?? []).map((songId, n) => ({ songId, position: n + 1 }));
      const prediction = { userId: row.userId, username: row.username, picks };
      expect(standings && buildShowRow(prediction, setlist, standings)).toEqual(row);
    }
  }
});

it('returns no standings before the show, and 304 for a known ETag', async () => {
  const showId = await tour.addShow();
  await tour.predict(fan, showId, [getSongId(1)]);
  expect(await readLiveShow(showId)).toEqual({ setlist: [], standings: null });
  const firstResponse = await fan.get(`/api/shows/${showId}/night`);
  const secondResponse = await fan.get(`/api/shows/${showId}/night`, {
    'if-none-match': String(firstResponse.headers.etag),
  });
  expect(secondResponse.statusCode).toBe(304);
});

it('returns 404 for an unknown show and 401 for a visitor', async () => {
  const url = `/api/shows/${randomUUID()}/night`;
  expect((await fan.get(url)).statusCode).toBe(404);
  expect((await app.visitor.get(url)).statusCode).toBe(401);
});
