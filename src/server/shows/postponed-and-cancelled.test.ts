import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import type { Show } from '#contract/shows.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addShow, ok, planTour, type Tour } from '../../../tests/support/tour.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let rival: Caller;
let picks: string[];
let show: Show;
let bystander: Show;
let today: number;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  fan = await app.signUp('Ada Lamplight');
  rival = await app.signUp('Ben Hollow');
  picks = await tour.addSongs('Ember', 'Fathom');
  today = app.clock.now;
});
afterAll(() => app.close());

beforeEach(async () => {
  app.clock.now = today;
  for (const { id } of ok(await fan.get('/api/shows')).json())
    ok(await app.admin.delete(`/api/shows/${id}`));
  const date = new Date(app.clock.now + 48 * HOUR).toISOString();
  show = await addShow(app.admin, { name: 'Rained Out', date });
  bystander = await addShow(app.admin, { name: 'In the Dry', city: 'Albany', date });
});

async function playBoth() {
  for (const { id } of [show, bystander]) {
    for (const caller of [fan, rival]) await tour.predict(caller, id, picks);
    await tour.setStatus(id, 'live');
    for (const songId of picks) await tour.play(id, songId);
    await tour.setStatus(id, 'closed');
  }
}

async function readStats() {
  const songs = ok(await fan.get('/api/songs')).json();
  const venues = ok(await fan.get('/api/statistics/venues')).json();
  return {
    plays: songs.map(({ timesPlayed }: { timesPlayed: number }) => timesPlayed),
    cities: venues.map(({ city }: { city: string }) => city),
    totals: [await tour.loadTotals(fan.userId), await tour.loadTotals(rival.userId)],
  };
}

test.each(['postponed', 'cancelled'] as const)(
  'a show that is %s gives no points',
  async (status) => {
    await playBoth();
    app.clock.now = Date.parse(show.date);
    expect(await readStats()).toMatchObject({
      plays: [2, 2],
      totals: [{ games: 2 }, { games: 2 }],
    });
    await tour.setStatus(show.id, status);
    expect(await tour.loadPoints(show.id)).toEqual([null, null]);
    const total = { points: 41 + 27, games: 1, average: '68.00' };
    expect(await readStats()).toEqual({
      plays: [1, 1],
      cities: ['Albany'],
      totals: [total, total],
    });
    const leaderboard = ok(await fan.get(`/api/leaderboard/show/${show.id}`)).json();
    expect(leaderboard.map((row: { totalPoints: number }) => row.totalPoints)).toEqual([0, 0]);
    expect((await fan.get(`/api/shows/${show.id}/receipt`)).statusCode).toBe(204);
    const response = await app.admin.post(`/api/shows/${show.id}/calculate-scores`);
    expect(response.statusCode).toBe(409);
  },
);

test.each(['postponed', 'cancelled'] as const)(
  'a show that is %s accepts no predictions',
  async (status) => {
    const { id } = await tour.predict(fan, show.id, picks);
    await tour.setStatus(show.id, status);
    const lateResponse = await rival.post('/api/predictions', { showId: show.id, songIds: picks });
    const edit = await fan.patch(`/api/predictions/${id}`, { songIds: [picks[1]] });
    for (const response of [lateResponse, edit])
      expect([response.statusCode, response.json().message]).toEqual([
        409,
        'Predictions are closed for this show',
      ]);
    await tour.predict(rival, bystander.id, picks);
  },
);

test('a postponed show keeps its predictions, stays upcoming, and opens with a new date', async () => {
  const { id } = await tour.predict(fan, show.id, picks);
  await tour.setStatus(show.id, 'postponed');
  app.clock.now = Date.parse(show.date) + HOUR;
  const upcoming = ok(await fan.get('/api/shows/upcoming')).json();
  expect(upcoming).toMatchObject([{ name: 'Rained Out', status: 'postponed' }]);
  const renamed = await app.admin.patch(`/api/shows/${show.id}`, { name: 'Rained Out, again' });
  expect(renamed.json()).toMatchObject({ status: 'postponed' });
  const date = new Date(app.clock.now + 200 * HOUR).toISOString();
  const moved = await app.admin.patch(`/api/shows/${show.id}`, { date });
  expect(moved.json()).toMatchObject({ status: 'open', date });
  const [prediction] = ok(await fan.get('/api/predictions/my-predictions')).json();
  expect(prediction).toMatchObject({ id, songs: [{ id: picks[0] }, { id: picks[1] }] });
  ok(await fan.patch(`/api/predictions/${id}`, { songIds: [picks[1]] }));
});

test('a new date opens only postponed shows', async () => {
  await tour.setStatus(show.id, 'cancelled');
  const date = new Date(app.clock.now + 200 * HOUR).toISOString();
  const moved = await app.admin.patch(`/api/shows/${show.id}`, { date });
  expect(moved.json()).toMatchObject({ status: 'cancelled', date });
});
