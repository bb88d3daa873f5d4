import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

let app: TestApp;
let tour: Tour;
let songs: string[];

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  songs = await tour.addSongs('Ember', 'Fathom', 'Gallop');
});

afterAll(() => app.close());

async function readResults(fan: Caller) {
  const response = await fan.get('/api/leaderboard/shows/me');
  expect(response.statusCode).toBe(200);
  const results: { showId: string; points: number; rank: number; total: number }[] =
    response.json();
  return new Map(results.map(({ showId, ...result }) => [showId, result]));
}

async function playShow(showId: string) {
  await tour.setStatus(showId, 'live');
  await tour.play(showId, songs[0] ?? '');
  await tour.calculate(showId);
}

test('lists points and ranks of scored shows, and shares ranks like the leaderboard', async () => {
  const [winner, second, tied, last] = [
    await app.signUp('Rook'),
    await app.signUp('Swift'),
    await app.signUp('Teal'),
    await app.signUp('Wren'),
  ];
  const showId = await tour.addShow();
  const pendingId = await tour.addShow();
  const [ember = '', fathom = '', gallop = ''] = songs;
  await tour.predict(winner, showId, [ember]);
  await tour.predict(second, showId, [fathom, ember, gallop]);
  await tour.predict(tied, showId, [gallop, ember, fathom]);
  await tour.predict(last, showId, [fathom]);
  await tour.predict(last, pendingId, [fathom]);
  for (const fan of [winner, last]) expect([...(await readResults(fan))]).toEqual([]);
  await playShow(showId);

  const bystander = await app.signUp('Plover');
  expect([...(await readResults(bystander))]).toEqual([]);
  for (const [fan, points, rank] of [
    [winner, 41, 1],
    [second, 10, 2],
    [tied, 10, 2],
    [last, 0, 4],
  ] as const) {
    expect([...(await readResults(fan))]).toEqual([[showId, { points, rank, total: 4 }]]);
    const row = (await fan.get(`/api/leaderboard/show/${showId}/me`)).json();
    expect(row).toMatchObject({ rank, totalPoints: points });
  }
});

test('updates after a correction, another scored show and a reopened show', async () => {
  const [fan, rival] = [await app.signUp('Dunlin'), await app.signUp('Knot')];
  const [first, second] = [await tour.addShow(), await tour.addShow()];
  const [ember = '', fathom = ''] = songs;
  for (const showId of [first, second]) {
    await tour.predict(fan, showId, [fathom]);
    await tour.predict(rival, showId, [ember]);
  }
  await playShow(first);
  expect((await readResults(fan)).get(first)).toEqual({ points: 0, rank: 2, total: 2 });
  await tour.play(first, fathom);
  expect((await readResults(fan)).get(first)).toEqual({ points: 10, rank: 2, total: 2 });
  await playShow(second);
  expect([...(await readResults(rival)).values()]).toEqual([
    { points: 41, rank: 1, total: 2 },
    { points: 41, rank: 1, total: 2 },
  ]);
  await tour.setStatus(first, 'open', 'freeze');
  expect([...(await readResults(fan)).keys()]).toEqual([second]);
});

test('requires a session', async () => {
  expect((await app.visitor.get('/api/leaderboard/shows/me')).statusCode).toBe(401);
});
