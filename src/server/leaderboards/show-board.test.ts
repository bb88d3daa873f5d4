import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShowRow } from '#contract/leaderboards.ts';
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
  songs = await tour.songs(...Array.from({ length: 12 }, (_, n) => `Song ${n + 1}`));
});

afterAll(() => t.close());

const inOrder = (...numbers: number[]) => numbers.map((n) => songs[n - 1] ?? '');

async function board(showId: string): Promise<ShowRow[]> {
  const answer = await fan.get(`/api/leaderboard/show/${showId}`);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}

async function shortBoard(showId: string): Promise<string[]> {
  const rows = await board(showId);
  return rows.map(({ rank, username, totalPoints }) => `${rank} ${username} ${totalPoints}`);
}

async function crowdThatPredicts(showId: string, name: string, lists: string[][]) {
  const crowd = (await tour.crowd(lists.length, name)).toReversed();
  for (const [index, userId] of crowd.entries())
    await tour.predicted(userId, showId, lists[index] ?? [], new Date(t.clock.now + index));
}

async function playLive(showId: string, ...numbers: number[]) {
  await tour.status(showId, 'live');
  for (const songId of inOrder(...numbers)) await tour.play(showId, songId);
}

describe('before the show', () => {
  it('lists entrants in order of submission, all with rank 1 and no points', async () => {
    const showId = await tour.show();
    await crowdThatPredicts(showId, 'Early', [inOrder(1), inOrder(2), inOrder(3)]);
    t.clock.now += 1000;
    await tour.predict(fan, showId, inOrder(4));
    expect(await shortBoard(showId)).toEqual([
      '1 Early 0002 0',
      '1 Early 0001 0',
      '1 Early 0000 0',
      '1 Nightingale 0',
    ]);
  });

  it('shows a submission, an edit and a new name at once', async () => {
    const showId = await tour.show();
    const rival = await t.signUp('Rook');
    expect(await board(showId)).toEqual([]);
    const { id } = await tour.predict(fan, showId, inOrder(1));
    expect(await shortBoard(showId)).toEqual(['1 Nightingale 0']);
    t.clock.now += 1000;
    await tour.predict(rival, showId, inOrder(2));
    expect(await shortBoard(showId)).toEqual(['1 Nightingale 0', '1 Rook 0']);
    t.clock.now += 1000;
    await fan.patch(`/api/predictions/${id}`, { songIds: inOrder(3) });
    expect(await shortBoard(showId)).toEqual(['1 Rook 0', '1 Nightingale 0']);
    await rival.patch('/api/user/profile', { username: 'Raven' });
    expect(await shortBoard(showId)).toEqual(['1 Raven 0', '1 Nightingale 0']);
  });

  it('lists the entrants of a closed show without scores', async () => {
    const showId = await tour.show();
    await tour.predict(fan, showId, inOrder(1));
    await tour.status(showId, 'closed');
    expect(await shortBoard(showId)).toEqual(['1 Nightingale 0']);
  });
});

describe('ties', () => {
  it('share a rank in order of submission, and the next rank counts them all', async () => {
    const showId = await tour.show();
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
    await tour.status(showId, 'closed');
    expect(await shortBoard(showId)).toEqual(ranks);
  });

  it('within one millisecond keep one order on every board, whatever their names become', async () => {
    const showId = await tour.show();
    const fans: Caller[] = [];
    for (const n of [0, 1, 2, 3]) fans.push(await t.signUp(`Same ${n}`));
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
    await tour.status(showId, 'closed');
    expect(await order()).toEqual(entrants);
  });
});

describe("the reader's own row", () => {
  it.each([
    ['open', { rank: 1, totalPoints: 0 }],
    ['live', { rank: 2, totalPoints: 41 }],
    ['closed', { rank: 2, totalPoints: 41 }],
  ] as const)('of a show that is %s equals that of the board, or is 204', async (status, own) => {
    const stranger = await t.signUp(`Stranger ${status}`);
    const showId = await tour.show();
    await crowdThatPredicts(showId, `Me ${status}`, [inOrder(1), inOrder(1, 2)]);
    t.clock.now += 60_000;
    await tour.predict(fan, showId, inOrder(1));
    if (status !== 'open') await playLive(showId, 1, 2);
    if (status === 'closed') await tour.status(showId, 'closed');
    const answer = await fan.get(`/api/leaderboard/show/${showId}/me`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ ...own, userId: fan.userId, username: 'Nightingale' });
    expect(await board(showId)).toContainEqual(answer.json());
    const none = await stranger.get(`/api/leaderboard/show/${showId}/me`);
    expect([none.statusCode, none.body]).toEqual([204, '']);
  });
});

describe('an unknown show', () => {
  it.each([randomUUID(), 'tonight'])('%s: answers 404, and 401 without a session', async (id) => {
    for (const url of [`/api/leaderboard/show/${id}`, `/api/leaderboard/show/${id}/me`]) {
      const answer = await fan.get(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.json().message).toBe('Show not found.');
      expect((await t.visitor.get(url)).statusCode).toBe(401);
    }
  });

  it('answers 404 at once when it is deleted', async () => {
    const showId = await tour.show();
    const urls = [`/api/leaderboard/show/${showId}`, `/api/leaderboard/show/${showId}/me`];
    expect((await fan.get(urls[0] ?? '')).statusCode).toBe(200);
    await t.admin.delete(`/api/shows/${showId}`);
    for (const url of urls) expect((await fan.get(url)).statusCode).toBe(404);
  });
});

it('accepts an id in capitals and stays as fresh', async () => {
  const showId = await tour.show();
  const shouted = `/api/leaderboard/show/${showId.toUpperCase()}`;
  expect((await fan.get(shouted)).json()).toEqual([]);
  expect((await fan.get(`${shouted}/me`)).statusCode).toBe(204);
  await tour.predict(fan, showId, inOrder(1));
  expect((await fan.get(shouted)).json()).toHaveLength(1);
  expect((await fan.get(`${shouted}/me`)).statusCode).toBe(200);
});
