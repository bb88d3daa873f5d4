import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ShowRow } from '#contract/leaderboards.ts';
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
  songs = await tour.addSongs(...Array.from({ length: 12 }, (_, n) => `Song ${n + 1}`));
});

afterAll(() => app.close());

const pickInOrder = (...numbers: number[]) => numbers.map((n) => songs[n - 1] ?? '');

async function fetchLeaderboard(showId: string): Promise<ShowRow[]> {
  const response = await fan.get(`/api/leaderboard/show/${showId}`);
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json();
}

async function fetchShortLeaderboard(showId: string): Promise<string[]> {
  const rows = await fetchLeaderboard(showId);
  return rows.map(({ rank, username, totalPoints }) => `${rank} ${username} ${totalPoints}`);
}

async function addCrowd(showId: string, name: string, lists: string[][]) {
  const crowd = (await tour.addFans(lists.length, name)).toReversed();
  for (const [index, userId] of crowd.entries())
    await tour.addPrediction(userId, showId, lists[index] ?? [], new Date(app.clock.now + index));
}

async function playLive(showId: string, ...numbers: number[]) {
  await tour.setStatus(showId, 'live');
  for (const songId of pickInOrder(...numbers)) await tour.play(showId, songId);
}

describe('before the show', () => {
  test('lists entrants in order of submission, all with rank 1 and no points', async () => {
    const showId = await tour.addShow();
    await addCrowd(showId, 'Early', [pickInOrder(1), pickInOrder(2), pickInOrder(3)]);
    app.clock.now += 1000;
    await tour.predict(fan, showId, pickInOrder(4));
    expect(await fetchShortLeaderboard(showId)).toEqual([
      '1 Early 0002 0',
      '1 Early 0001 0',
      '1 Early 0000 0',
      '1 Nightingale 0',
    ]);
  });

  test('shows a submission, an edit and a new name immediately', async () => {
    const showId = await tour.addShow();
    const rival = await app.signUp('Rook');
    expect(await fetchLeaderboard(showId)).toEqual([]);
    const { id } = await tour.predict(fan, showId, pickInOrder(1));
    expect(await fetchShortLeaderboard(showId)).toEqual(['1 Nightingale 0']);
    app.clock.now += 1000;
    await tour.predict(rival, showId, pickInOrder(2));
    expect(await fetchShortLeaderboard(showId)).toEqual(['1 Nightingale 0', '1 Rook 0']);
    app.clock.now += 1000;
    await fan.patch(`/api/predictions/${id}`, { songIds: pickInOrder(3) });
    expect(await fetchShortLeaderboard(showId)).toEqual(['1 Rook 0', '1 Nightingale 0']);
    await rival.patch('/api/user/profile', { username: 'Raven' });
    expect(await fetchShortLeaderboard(showId)).toEqual(['1 Raven 0', '1 Nightingale 0']);
  });

  test('lists the entrants of a closed show without scores', async () => {
    const showId = await tour.addShow();
    await tour.predict(fan, showId, pickInOrder(1));
    await tour.setStatus(showId, 'closed');
    expect(await fetchShortLeaderboard(showId)).toEqual(['1 Nightingale 0']);
  });
});

describe('ties', () => {
  test('share a rank in order of submission, and the next rank counts them all', async () => {
    const showId = await tour.addShow();
    const lists = [
      pickInOrder(9, 2),
      pickInOrder(1),
      pickInOrder(9, 2),
      pickInOrder(9),
      pickInOrder(2),
    ];
    await addCrowd(showId, 'Tie', lists);
    await playLive(showId, 1, 2);
    const ranks = [
      '1 Tie 0003 41',
      '2 Tie 0004 27',
      '2 Tie 0002 27',
      '4 Tie 0000 10',
      '5 Tie 0001 0',
    ];
    expect(await fetchShortLeaderboard(showId)).toEqual(ranks);
    await tour.setStatus(showId, 'closed');
    expect(await fetchShortLeaderboard(showId)).toEqual(ranks);
  });

  test('keep the order of submissions within one millisecond on every leaderboard, even after a new name', async () => {
    const showId = await tour.addShow();
    const fans: Caller[] = [];
    for (const n of [0, 1, 2, 3]) fans.push(await app.signUp(`Same ${n}`));
    for (const fan of fans) await tour.predict(fan, showId, pickInOrder(1));
    const fetchOrder = async () => (await fetchLeaderboard(showId)).map(({ userId }) => userId);
    const entrants = await fetchOrder();
    await playLive(showId, 1);
    expect(await fetchOrder()).toEqual(entrants);
    for (const [n, fan] of fans.entries())
      await fan.patch('/api/user/profile', { username: `Renamed ${9 - n}` });
    expect(await fetchOrder()).toEqual(entrants);
    await tour.play(showId, pickInOrder(2)[0] ?? '');
    expect(await fetchOrder()).toEqual(entrants);
    await tour.setStatus(showId, 'closed');
    expect(await fetchOrder()).toEqual(entrants);
  });
});

describe("the viewer's row", () => {
  test.each([
    ['open', { rank: 1, totalPoints: 0 }, 0],
    ['live', { rank: 2, totalPoints: 41 }, 1],
    ['closed', { rank: 2, totalPoints: 41 }, 1],
  ] as const)(
    "equals the leaderboard's row when the show is %s, and is 204 without a prediction",
    async (status, { rank, totalPoints }, behind) => {
      const stranger = await app.signUp(`Stranger ${status}`);
      const showId = await tour.addShow();
      await addCrowd(showId, `Me ${status}`, [pickInOrder(1), pickInOrder(1, 2), pickInOrder(3)]);
      app.clock.now += 60_000;
      await tour.predict(fan, showId, pickInOrder(1));
      if (status !== 'open') await playLive(showId, 1, 2);
      if (status === 'closed') await tour.setStatus(showId, 'closed');
      const response = await fan.get(`/api/leaderboard/show/${showId}/me`);
      expect(response.statusCode).toBe(200);
      const row = { rank, totalPoints, userId: fan.userId, username: 'Nightingale' };
      expect(response.json()).toEqual({ ...row, behind });
      expect(await fetchLeaderboard(showId)).toContainEqual(row);
      const strangerResponse = await stranger.get(`/api/leaderboard/show/${showId}/me`);
      expect([strangerResponse.statusCode, strangerResponse.body]).toEqual([204, '']);
    },
  );
});

describe('an unknown show', () => {
  test.each([randomUUID(), 'tonight'])(
    'returns 404 for the id %s, and 401 without a session',
    async (id) => {
      for (const url of [`/api/leaderboard/show/${id}`, `/api/leaderboard/show/${id}/me`]) {
        const response = await fan.get(url);
        expect(response.statusCode).toBe(404);
        expect(response.json().message).toBe('Show not found.');
        expect((await app.visitor.get(url)).statusCode).toBe(401);
      }
    },
  );

  test('returns 404 immediately after its deletion', async () => {
    const showId = await tour.addShow();
    const urls = [`/api/leaderboard/show/${showId}`, `/api/leaderboard/show/${showId}/me`];
    expect((await fan.get(urls[0] ?? '')).statusCode).toBe(200);
    await app.admin.delete(`/api/shows/${showId}`);
    for (const url of urls) expect((await fan.get(url)).statusCode).toBe(404);
  });
});

test('accepts an uppercase ID and returns the same fresh response', async () => {
  const showId = await tour.addShow();
  const uppercaseUrl = `/api/leaderboard/show/${showId.toUpperCase()}`;
  expect((await fan.get(uppercaseUrl)).json()).toEqual([]);
  expect((await fan.get(`${uppercaseUrl}/me`)).statusCode).toBe(204);
  await tour.predict(fan, showId, pickInOrder(1));
  expect((await fan.get(uppercaseUrl)).json()).toHaveLength(1);
  expect((await fan.get(`${uppercaseUrl}/me`)).statusCode).toBe(200);
});
