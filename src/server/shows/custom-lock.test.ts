import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#contract/durations.ts';
import type { Show } from '#contract/shows.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addShow, ok, planTour, type Tour } from '../../../tests/support/tour.ts';

let app: TestApp;
let tour: Tour;
let fans: Caller[];
let picks: string[];

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  fans = [await app.signUp('Ada Lamplight'), await app.signUp('Ben Hollow')];
  picks = await tour.addSongs('Ember', 'Fathom');
});
afterAll(() => app.close());

function addShowLocking(lead: number | undefined): Promise<Show> {
  const start = app.clock.now + 48 * HOUR;
  const locksAt = lead === undefined ? null : new Date(start - lead).toISOString();
  return addShow(app.admin, { date: new Date(start).toISOString(), locksAt });
}

test.each([
  ['earlier than usual', 5 * HOUR, 5 * HOUR],
  ['later than usual', 10 * MINUTE, 10 * MINUTE],
  ['at the start itself', 0, 0],
  ['as usual', undefined, HOUR],
])(
  'predictions can be submitted and edited until the lock: %s',
  async (_name, customLead, lead) => {
    const [fan, lateFan] = fans;
    const { id: showId, date } = await addShowLocking(customLead);
    const lock = Date.parse(date) - lead;
    app.clock.now = lock - 1;
    const { id } = await tour.predict(fan as Caller, showId, picks);
    ok(await (fan as Caller).patch(`/api/predictions/${id}`, { songIds: [picks[1]] }));
    app.clock.now = lock;
    const responses = [
      await (lateFan as Caller).post('/api/predictions', { showId, songIds: picks }),
      await (fan as Caller).patch(`/api/predictions/${id}`, { songIds: picks }),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([409, 409]);
  },
);

test("a lock time is parsed in the show's time zone, moves with the show's start, and can be removed", async () => {
  const body = { date: '2031-07-04T19:30', timeZone: 'America/Chicago' };
  const show = await addShow(app.admin, { ...body, locksAt: '2031-07-04T12:00' });
  expect(show.locksAt).toBe('2031-07-04T17:00:00.000Z');
  const url = `/api/shows/${show.id}`;
  const moved = ok(await app.admin.patch(url, { date: '2031-07-05T20:30' })).json();
  expect(moved.locksAt).toBe('2031-07-05T18:00:00.000Z');
  const renamed = ok(await app.admin.patch(url, { name: 'Fifth of July' })).json();
  expect(renamed.locksAt).toBe(moved.locksAt);
  expect(ok(await app.admin.patch(url, { locksAt: '' })).json().locksAt).toBeNull();
});

test.each([
  ['2031-07-04T19:31', 'Predictions must lock at or before the start of the show'],
  ['soon', 'Lock time must look like 2026-07-04T19:30, with or without an offset such as -04:00'],
])('rejects %j: %s', async (locksAt, message) => {
  const showsBefore = ok(await app.admin.get('/api/shows')).json();
  const body = { name: 'Barn', city: 'Stowe', date: '2031-07-04T19:30', locksAt };
  const response = await app.admin.post('/api/shows', body);
  expect([response.statusCode, response.json().message]).toEqual([400, message]);
  expect(response.json().issues).toMatchObject([{ path: 'locksAt' }]);
  expect(ok(await app.admin.get('/api/shows')).json()).toEqual(showsBefore);
});
