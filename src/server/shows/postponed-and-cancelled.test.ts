import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import type { Show } from '#contract/shows.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addShow, ok, planTour, type Tour } from '../../../tests/support/tour.ts';

let t: TestApp;
let tour: Tour;
let fan: Caller;
let other: Caller;
let picks: string[];
let show: Show;
let bystander: Show;
let today: number;

beforeAll(async () => {
  t = await openTestApp();
  tour = planTour(t);
  fan = await t.signUp('Ada Lamplight');
  other = await t.signUp('Ben Hollow');
  picks = await tour.songs('Ember', 'Fathom');
  today = t.clock.now;
});
afterAll(() => t.close());

beforeEach(async () => {
  t.clock.now = today;
  for (const { id } of ok(await fan.get('/api/shows')).json())
    ok(await t.admin.delete(`/api/shows/${id}`));
  const date = new Date(t.clock.now + 48 * HOUR).toISOString();
  show = await addShow(t.admin, { name: 'Rained Out', date });
  bystander = await addShow(t.admin, { name: 'In the Dry', city: 'Albany', date });
});

async function playBoth() {
  for (const { id } of [show, bystander]) {
    for (const by of [fan, other]) await tour.predict(by, id, picks);
    await tour.status(id, 'live');
    for (const songId of picks) await tour.play(id, songId);
    await tour.status(id, 'closed');
  }
}

async function figures() {
  const songs = ok(await fan.get('/api/songs')).json();
  const venues = ok(await fan.get('/api/statistics/venues')).json();
  return {
    plays: songs.map(({ timesPlayed }: { timesPlayed: number }) => timesPlayed),
    cities: venues.map(({ city }: { city: string }) => city),
    totals: [await tour.totalsOf(fan.userId), await tour.totalsOf(other.userId)],
  };
}

it.each(['postponed', 'cancelled'] as const)(
  'a show that is %s gives no points',
  async (status) => {
    await playBoth();
    t.clock.now = Date.parse(show.date);
    expect(await figures()).toMatchObject({ plays: [2, 2], totals: [{ games: 2 }, { games: 2 }] });
    await tour.status(show.id, status);
    expect(await tour.pointsOf(show.id)).toEqual([null, null]);
    const one = { points: 41 + 27, games: 1, average: '68.00' };
    expect(await figures()).toEqual({ plays: [1, 1], cities: ['Albany'], totals: [one, one] });
    const board = ok(await fan.get(`/api/leaderboard/show/${show.id}`)).json();
    expect(board.map((row: { totalPoints: number }) => row.totalPoints)).toEqual([0, 0]);
    const corrections = ok(await fan.get(`/api/shows/${show.id}/corrections`)).json();
    expect(corrections).toMatchObject([{ what: `Show ${status}`, difference: -68 }]);
    const refused = await t.admin.post(`/api/shows/${show.id}/calculate-scores`);
    expect(refused.statusCode).toBe(409);
  },
);

it.each(['postponed', 'cancelled'] as const)(
  'a show that is %s accepts no predictions',
  async (status) => {
    const { id } = await tour.predict(fan, show.id, picks);
    await tour.status(show.id, status);
    const late = await other.post('/api/predictions', { showId: show.id, songIds: picks });
    const edit = await fan.patch(`/api/predictions/${id}`, { songIds: [picks[1]] });
    for (const answer of [late, edit])
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        'Predictions are closed for this show',
      ]);
    await tour.predict(other, bystander.id, picks);
  },
);

it('a postponed show keeps its predictions, stays upcoming, and is opened by a new date', async () => {
  const { id } = await tour.predict(fan, show.id, picks);
  await tour.status(show.id, 'postponed');
  t.clock.now = Date.parse(show.date) + HOUR;
  const upcoming = ok(await fan.get('/api/shows/upcoming')).json();
  expect(upcoming).toMatchObject([{ name: 'Rained Out', status: 'postponed' }]);
  const named = await t.admin.patch(`/api/shows/${show.id}`, { name: 'Rained Out, again' });
  expect(named.json()).toMatchObject({ status: 'postponed' });
  const date = new Date(t.clock.now + 200 * HOUR).toISOString();
  const moved = await t.admin.patch(`/api/shows/${show.id}`, { date });
  expect(moved.json()).toMatchObject({ status: 'open', date });
  const [mine] = ok(await fan.get('/api/predictions/my-predictions')).json();
  expect(mine).toMatchObject({ id, songs: [{ id: picks[0] }, { id: picks[1] }] });
  ok(await fan.patch(`/api/predictions/${id}`, { songIds: [picks[1]] }));
});

it('a new date opens only postponed shows', async () => {
  await tour.status(show.id, 'cancelled');
  const date = new Date(t.clock.now + 200 * HOUR).toISOString();
  const moved = await t.admin.patch(`/api/shows/${show.id}`, { date });
  expect(moved.json()).toMatchObject({ status: 'cancelled', date });
});
