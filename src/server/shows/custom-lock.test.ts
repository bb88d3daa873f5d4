import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#contract/durations.ts';
import type { Show } from '#contract/shows.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addShow, ok, planTour, type Tour } from '../../../tests/support/tour.ts';

let t: TestApp;
let tour: Tour;
let fans: Caller[];
let picks: string[];

beforeAll(async () => {
  t = await openTestApp();
  tour = planTour(t);
  fans = [await t.signUp('Ada Lamplight'), await t.signUp('Ben Hollow')];
  picks = await tour.songs('Ember', 'Fathom');
});
afterAll(() => t.close());

function showLocking(before: number | undefined): Promise<Show> {
  const start = t.clock.now + 48 * HOUR;
  const locksAt = before === undefined ? null : new Date(start - before).toISOString();
  return addShow(t.admin, { date: new Date(start).toISOString(), locksAt });
}

it.each([
  ['earlier than usual', 5 * HOUR, 5 * HOUR],
  ['later than usual', 10 * MINUTE, 10 * MINUTE],
  ['at the start itself', 0, 0],
  ['as usual', undefined, HOUR],
])('predictions can be made and edited until the lock: %s', async (_what, own, before) => {
  const [fan, late] = fans;
  const { id: showId, date } = await showLocking(own);
  const lock = Date.parse(date) - before;
  t.clock.now = lock - 1;
  const { id } = await tour.predict(fan as Caller, showId, picks);
  ok(await (fan as Caller).patch(`/api/predictions/${id}`, { songIds: [picks[1]] }));
  t.clock.now = lock;
  const answers = [
    await (late as Caller).post('/api/predictions', { showId, songIds: picks }),
    await (fan as Caller).patch(`/api/predictions/${id}`, { songIds: picks }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409]);
});

it("is read in the show's time zone, moves with its start, and can be removed", async () => {
  const body = { date: '2031-07-04T19:30', timeZone: 'America/Chicago' };
  const show = await addShow(t.admin, { ...body, locksAt: '2031-07-04T12:00' });
  expect(show.locksAt).toBe('2031-07-04T17:00:00.000Z');
  const url = `/api/shows/${show.id}`;
  const moved = ok(await t.admin.patch(url, { date: '2031-07-05T20:30' })).json();
  expect(moved.locksAt).toBe('2031-07-05T18:00:00.000Z');
  const renamed = ok(await t.admin.patch(url, { name: 'Fifth of July' })).json();
  expect(renamed.locksAt).toBe(moved.locksAt);
  expect(ok(await t.admin.patch(url, { locksAt: '' })).json().locksAt).toBeNull();
});

it.each([
  ['2031-07-04T19:31', 'Predictions must lock at the start of the show or before it'],
  ['soon', 'Lock time must look like 2026-07-04T19:30, with or without an offset such as -04:00'],
])('refuses %j: %s', async (locksAt, message) => {
  const before = ok(await t.admin.get('/api/shows')).json();
  const body = { name: 'Barn', city: 'Stowe', date: '2031-07-04T19:30', locksAt };
  const answer = await t.admin.post('/api/shows', body);
  expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
  expect(answer.json().issues).toMatchObject([{ path: 'locksAt' }]);
  expect(ok(await t.admin.get('/api/shows')).json()).toEqual(before);
});
