import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let songs: string[];

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  fan = await app.signUp('Onlooker');
  songs = await tour.addSongs('Ash', 'Birch');
});

afterAll(() => app.close());

async function closeWith(showId: string, songId: string) {
  await tour.setStatus(showId, 'live');
  await tour.play(showId, songId);
  await tour.setStatus(showId, 'closed');
}

it('is empty and has no row for the viewer before the first scored game', async () => {
  const showId = await tour.addShow();
  await tour.predict(fan, showId, songs);
  await tour.setStatus(showId, 'live');
  await tour.play(showId, songs[0] ?? '');
  const response = await fan.get('/api/leaderboard');
  expect([response.json(), response.headers['x-total-count']]).toEqual([[], '0']);
  expect((await fan.get('/api/leaderboard/me')).statusCode).toBe(204);
  await app.admin.delete(`/api/shows/${showId}`);
});

it('ranks fans with scored games by points, ties by case-insensitive name', async () => {
  const [ash = '', birch = ''] = songs;
  const shows = [await tour.addShow(), await tour.addShow()];
  const lists: Record<string, string[][]> = {
    zoe: [[ash]],
    Adam: [[ash]],
    bert: [[ash], [ash]],
    Carla: [[birch], [birch, ash]],
    dora: [[birch]],
  };
  for (const [name, listsByShow] of Object.entries(lists)) {
    const caller = await app.signUp(name);
    for (const [index, list] of listsByShow.entries())
      await tour.predict(caller, shows[index] ?? '', list);
  }
  for (const showId of shows) await closeWith(showId, ash);
  const response = await fan.get('/api/leaderboard');
  const rows: Record<string, unknown>[] = response.json();
  expect(
    rows.map((row) =>
      [row.rank, row.username, row.totalPoints, row.gamesPlayed, row.averageScore].join(' '),
    ),
  ).toEqual([
    '1 bert 82 2 41.00',
    '2 Adam 41 1 41.00',
    '2 zoe 41 1 41.00',
    '4 Carla 10 2 5.00',
    '5 dora 0 1 0.00',
  ]);
  expect(response.headers['x-total-count']).toBe('5');
  expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual([
    'averageScore',
    'gamesPlayed',
    'rank',
    'totalPoints',
    'userId',
    'username',
  ]);
});

it('returns the same row as the leaderboard, updated after a calculation and a new name', async () => {
  const caller = await app.signUp('Self');
  const showId = await tour.addShow();
  await tour.predict(caller, showId, songs);
  expect((await caller.get('/api/leaderboard/me')).statusCode).toBe(204);
  await closeWith(showId, songs[0] ?? '');
  const row = (await caller.get('/api/leaderboard/me')).json();
  expect(row).toMatchObject({ userId: caller.userId, username: 'Self', totalPoints: 41 });
  expect((await caller.get('/api/leaderboard?limit=500')).json()).toContainEqual(row);
  await caller.patch('/api/user/profile', { username: 'Selfless' });
  expect((await caller.get('/api/leaderboard/me')).json().username).toBe('Selfless');
  await tour.setStatus(showId, 'open', 'freeze');
  expect((await caller.get('/api/leaderboard/me')).statusCode).toBe(204);
});

it.each(['/api/leaderboard', '/api/leaderboard/me'])('requires a session for %s', async (url) => {
  expect((await app.visitor.get(url)).statusCode).toBe(401);
});

describe('a page', () => {
  let leaderboards: string[];

  beforeAll(async () => {
    const showId = await tour.addShow();
    for (const [n, userId] of (await tour.addFans(130, 'Page')).entries())
      await tour.addPrediction(userId, showId, songs.slice(n % 2));
    await closeWith(showId, songs[0] ?? '');
    leaderboards = ['/api/leaderboard', `/api/leaderboard/show/${showId}`];
  });

  it.each([
    ['', 0, 100],
    ['limit=7', 0, 7],
    ['limit=7&offset=125', 125, 132],
    ['limit=3&offset=9&sort=name', 9, 12],
    ['limit=500', 0, 500],
    ['offset=500', 500, 600],
  ])('with %s returns rows %i to %i and the total count', async (page, from, to) => {
    for (const url of leaderboards) {
      const fullPage = await fan.get(`${url}?limit=500`);
      const response = await fan.get(`${url}?${page}`);
      expect(response.json()).toEqual(fullPage.json().slice(from, to));
      expect(response.headers['x-total-count']).toBe(String(fullPage.json().length));
      expect(fullPage.json().length).toBeGreaterThanOrEqual(130);
    }
  });

  it.each(['limit=0', 'limit=501', 'limit=-1', 'limit=1.5', 'limit=ten', 'limit=', 'offset=-1'])(
    'is rejected with 400 for %s',
    async (page) => {
      for (const url of leaderboards)
        expect((await fan.get(`${url}?${page}`)).statusCode).toBe(400);
    },
  );

  it('returns 304 for a matching ETag', async () => {
    for (const url of leaderboards) {
      const firstResponse = await fan.get(url);
      expect(firstResponse.headers['cache-control']).toBe('private, no-cache');
      const secondResponse = await fan.get(url, {
        'if-none-match': String(firstResponse.headers.etag),
      });
      expect([secondResponse.statusCode, secondResponse.body]).toEqual([304, '']);
      expect(secondResponse.headers['x-total-count']).toBe(firstResponse.headers['x-total-count']);
      expect((await fan.get(url, { 'if-none-match': 'W/"another"' })).statusCode).toBe(200);
    }
  });
});
