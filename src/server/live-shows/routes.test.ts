import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LiveShowState, showRowFor } from '#contract/live-shows.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

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

const song = (n: number) => songs[n % 30] ?? '';
const night = async (showId: string): Promise<LiveShowState> =>
  (await fan.get(`/api/shows/${showId}/night`)).json();
const board = async (showId: string, query = '') =>
  (await fan.get(`/api/leaderboard/show/${showId}${query}`)).json();

it('returns the setlist, the top of the board and the ranks of all points', async () => {
  const [showId, bystander] = [await tour.show(), await tour.show()];
  const crowd = await tour.crowd(60, 'Night');
  for (const [n, userId] of crowd.entries())
    await tour.predicted(userId, showId, [song(n), song(n * 7 + 1)].slice(0, 1 + (n % 2)));
  await tour.predicted(crowd[0] ?? '', bystander, [song(3)]);
  for (const id of [showId, bystander]) await tour.status(id, 'live');
  for (const n of [1, 8, 15]) await tour.play(showId, song(n));
  await tour.play(bystander, song(3));
  const { setlist, standings } = await night(showId);
  expect(setlist).toEqual((await fan.get(`/api/shows/${showId}/setlist`)).json());
  expect(standings?.total).toBe(60);
  expect(standings?.top).toEqual(await board(showId, '?limit=20'));
  const rows: { totalPoints: number; rank: number }[] = await board(showId);
  const ranks = new Map(rows.map(({ totalPoints, rank }) => [totalPoints, rank]));
  expect(standings?.ranks).toEqual([...ranks]);
});

it("lets fans find the board's row for their own picks", async () => {
  const showId = await tour.show();
  const fans = await Promise.all(['Lark', 'Wren', 'Robin'].map((name) => t.signUp(name)));
  const lists = fans.map((_, n) => [song(n), song(n + 1), song(n + 2)]);
  for (const [n, one] of fans.entries()) await tour.predict(one, showId, lists[n] ?? []);
  await tour.status(showId, 'live');
  for (const n of [1, 2, 20]) {
    await tour.play(showId, song(n), { isCloser: n === 2 });
    const { setlist, standings } = await night(showId);
    for (const [index, one] of fans.entries()) {
      const row = (await one.get(`/api/leaderboard/show/${showId}/me`)).json();
      const picks = (lists[index] ?? []).map((songId, at) => ({ songId, position: at + 1 }));
      const known = { userId: row.userId, username: row.username, picks };
      expect(showRowFor(known, setlist, standings?.ranks ?? [])).toEqual(row);
    }
  }
});

it('has no standings before the show, and is built once for all readers', async () => {
  const showId = await tour.show();
  await tour.predict(fan, showId, [song(1)]);
  expect(await night(showId)).toEqual({ setlist: [], standings: null });
  const first = await fan.get(`/api/shows/${showId}/night`);
  const again = await fan.get(`/api/shows/${showId}/night`, {
    'if-none-match': String(first.headers.etag),
  });
  expect(again.statusCode).toBe(304);
});

it('answers 404 for an unknown show and 401 to a visitor', async () => {
  const url = `/api/shows/${randomUUID()}/night`;
  expect((await fan.get(url)).statusCode).toBe(404);
  expect((await t.visitor.get(url)).statusCode).toBe(401);
});
