import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const inOrder = (...numbers: number[]) => numbers.map((n) => songs[n - 1] ?? '');

async function board(showId: string): Promise<ShowRow[]> {
  const response = await fan.get(`/api/leaderboard/show/${showId}`);
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json();
}

async function shortBoard(showId: string): Promise<string[]> {
  const rows = await board(showId);
  return rows.map(({ rank, username, totalPoints }) => `${rank} ${username} ${totalPoints}`);
}

async function crowdThatPredicts(showId: string, name: string, lists: string[][]) {
  const crowd = (await tour.addFans(lists.length, name)).toReversed();
  for (const [index, userId] of crowd.entries())
    await tour.addPrediction(userId, showId, lists[index] ?? [], new Date(app.clock.now + index));
}

async function playLive(showId: string, ...numbers: number[]) {
  await tour.setStatus(showId, 'live');
  for (const songId of inOrder(...numbers)) await tour.play(showId, songId);
}

describe('before the show', () => {
  it('lists entrants in order of submission, all with rank 1 and no points', async () => {
    const showId = await tour.addShow();
    await crowdThatPredicts(showId, 'Early', [inOrder(1), inOrder(2), inOrder(3)]);
    app.clock.now += 1000;
    await tour.predict(fan, showId, inOrder(4));
    expect(await shortBoard(showId)).toEqual([
      '1 Early 0002 0',
      '1 Early 0001 0',
      '1 Early 0000 0',
      '1 Nightingale 0',
    ]);
  });

  it('shows a submission, an edit and a new name at once', async () => {
    const showId = await tour.addShow();
    const rival = await app.signUp('Rook');
    expect(await board(showId)).toEqual([]);
    const { id } = await tour.predict(fan, showId, inOrder(1));
    expect(await shortBoard(showId)).toEqual(['1 Nightingale 0']);
    app.clock.now += 1000;
    await tour.predict(rival, showId, inOrder(2));
    expect(await shortBoard(showId)).toEqual(['1 Nightingale 0', '1 Rook 0']);
    app.clock.now += 1000;
    await fan.patch(`/api/predictions/${id}`, { songIds: inOrder(3) });
    expect(await shortBoard(showId)).toEqual(['1 Rook 0', '1 Nightingale 0']);
    await rival.patch('/api/user/profile', { username: 'Raven' });
    expect(await shortBoard(showId)).toEqual(['1 Raven 0', '1 Nightingale 0']);
  });

  it('lists the entrants of a closed show without scores', async () => {
    const showId = await tour.addShow();
    await tour.predict(fan, showId, inOrder(1));
    await tour.setStatus(showId, 'closed');
    expect(await shortBoard(showId)).toEqual(['1 Nightingale 0']);
  });
});

describe('ties', () => {
  it('share a rank in order of submission, and the next rank counts them all', async () => {
    const showId = await tour.addShow();
    const lists = [inOrder(9, 2), inOrder(1), inOrder(9, 2), inOrder(9), inOrder(2)];
    await crowdThatPredicts(showId, 'Tie', lists);
    await playLive(showId, 1, 2);
    const ranks = [
      '1 Tie 0003 41',
      '2 Tie 0004 27',
      '2 Tie 0002 27',
      '4 Tie 0000 10',
      '5 Tie 0001 0',
    ];
    expect(await shortBoard(showId)).toEqual(ranks);
    await tour.setStatus(showId, 'closed');
    expect(await shortBoard(showId)).toEqual(ranks);
  });

  it('within one millisecond keep their order on every board, even when renamed', async () => {
    const showId = await tour.addShow();
    const fans: Caller[] = [];
    for (const n of [0, 1, 2, 3]) fans.push(await app.signUp(`Same ${n}`));
    for (const fan of fans) await tour.predict(fan, showId, inOrder(1));
    const order = async () => (await board(showId)).map(({ userId }) => userId);
    const entrants = await order();
    await playLive(showId, 1);
    expect(await order()).toEqual(entrants);
    for (const [n, fan] of fans.entries())
      await fan.patch('/api/user/profile', { username: `Renamed ${9 - n}` });
    expect(await order()).toEqual(entrants);
    await tour.play(showId, inOrder(2)[0] ?? '');
    expect(await order()).toEqual(entrants);
    await tour.setStatus(showId, 'closed');
    expect(await order()).toEqual(entrants);
  });
});

describe("the viewer's row", () => {
  it.each([
    ['open', { rank: 1, totalPoints: 0 }],
    ['live', { rank: 2, totalPoints: 41 }],
    ['closed', { rank: 2, totalPoints: 41 }],
  ] as const)(
    "equals the board's row when the show is %s, and is 204 without a prediction",
    async (status, row) => {
      const stranger = await app.signUp(`Stranger ${status}`);
      const showId = await tour.addShow();
      await crowdThatPredicts(showId, `Me ${status}`, [inOrder(1), inOrder(1, 2)]);
      app.clock.now += 60_000;
      await tour.predict(fan, showId, inOrder(1));
      if (status !== 'open') await playLive(showId, 1, 2);
      if (status === 'closed') await tour.setStatus(showId, 'closed');
      const response = await fan.get(`/api/leaderboard/show/${showId}/me`);
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual({ ...row, userId: fan.userId, username: 'Nightingale' });
      expect(await board(showId)).toContainEqual(response.json());
      const missing = await stranger.get(`/api/leaderboard/show/${showId}/me`);
      expect([missing.statusCode, missing.body]).toEqual([204, '']);
    },
  );
});

describe('an unknown show', () => {
  it.each([randomUUID(), 'tonight'])(
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

  it('returns 404 immediately after its deletion', async () => {
    const showId = await tour.addShow();
    const urls = [`/api/leaderboard/show/${showId}`, `/api/leaderboard/show/${showId}/me`];
    expect((await fan.get(urls[0] ?? '')).statusCode).toBe(200);
    await app.admin.delete(`/api/shows/${showId}`);
    for (const url of urls) expect((await fan.get(url)).statusCode).toBe(404);
  });
});

it('accepts an uppercase id and is as fresh', async () => {
  const showId = await tour.addShow();
  const uppercaseUrl = `/api/leaderboard/show/${showId.toUpperCase()}`;
  expect((await fan.get(uppercaseUrl)).json()).toEqual([]);
  expect((await fan.get(`${uppercaseUrl}/me`)).statusCode).toBe(204);
  await tour.predict(fan, showId, inOrder(1));
  expect((await fan.get(uppercaseUrl)).json()).toHaveLength(1);
  expect((await fan.get(`${uppercaseUrl}/me`)).statusCode).toBe(200);
});
