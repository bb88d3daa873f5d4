import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contract/durations.ts';
import type { NextSheet } from '#contract/next-sheet.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

let app: TestApp;
let tour: Tour;
let bystander: Caller;
let ember: string;
let fathom: string;
let pastShow: string;
let nextShow: string;
let laterShow: string;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  bystander = await app.signUp('Bystander');
  [ember = '', fathom = ''] = await tour.addSongs('Ember', 'Fathom');
  pastShow = await tour.addShow({ name: 'Last Week', date: new Date(app.clock.now - 7 * DAY) });
  await tour.play(pastShow, ember);
  await tour.setStatus(pastShow, 'closed');
  await tour.addShow({ name: 'Locked', date: new Date(app.clock.now + 30 * MINUTE) });
  const soon = new Date(app.clock.now + 3 * HOUR);
  await tour.addShow({ name: 'Postponed', date: soon, status: 'postponed' });
  const locksAt = new Date(app.clock.now - MINUTE);
  await tour.addShow({ name: 'Locked Early', date: soon, locksAt });
  nextShow = await tour.addShow({ name: 'Tomorrow', date: new Date(app.clock.now + DAY) });
  laterShow = await tour.addShow({ name: 'Later' });
});
afterAll(() => app.close());

async function readSheet(): Promise<NextSheet> {
  const response = await app.visitor.get('/api/next-sheet');
  expect(response.statusCode).toBe(200);
  return response.json();
}

const readOdds = (showId: string) => app.visitor.get(`/api/next-sheet/${showId}/odds`);

it('shows a visitor the next show that accepts predictions, and the songs by title', async () => {
  const { show, songs } = await readSheet();
  expect(show).toEqual({
    id: nextShow,
    name: 'Tomorrow',
    venue: null,
    city: 'Burlington',
    state: null,
    country: 'USA',
    date: new Date(app.clock.now + DAY).toISOString(),
    timeZone: 'America/New_York',
    tourName: null,
    status: 'open',
    locksAt: null,
    arePredictionsFrozen: false,
  });
  expect(songs).toEqual([
    {
      id: ember,
      title: 'Ember',
      album: 'On Ember',
      timesPlayed: 1,
      lastPlayed: new Date(app.clock.now - 7 * DAY).toISOString(),
      averagePosition: '1.00',
      gap: 0,
      gapIsMinimum: false,
    },
    {
      id: fathom,
      title: 'Fathom',
      album: 'On Fathom',
      timesPlayed: 0,
      lastPlayed: null,
      averagePosition: null,
      gap: null,
      gapIsMinimum: false,
    },
  ]);
});

it('shows a visitor the odds of only that show', async () => {
  const response = await readOdds(nextShow);
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual([{ songId: ember, chance: expect.any(Number) }]);
  for (const showId of [laterShow, pastShow, bystander.userId]) {
    const otherResponse = await readOdds(showId);
    expect([otherResponse.statusCode, otherResponse.json().message]).toEqual([
      404,
      'Show not found.',
    ]);
  }
});

it('responds to a repeated request with 304 until something changes', async () => {
  const { etag = '' } = (await app.visitor.get('/api/next-sheet')).headers;
  const repeat = () => app.visitor.get('/api/next-sheet', { 'if-none-match': String(etag) });
  expect((await repeat()).statusCode).toBe(304);
  const change = await app.admin.patch(`/api/shows/${nextShow}`, { city: 'Winooski' });
  expect(change.statusCode).toBe(200);
  expect((await repeat()).json().show.city).toBe('Winooski');
});

it('reveals neither predictions nor the rows of an open show', async () => {
  const readAll = async () => {
    const server = await app.openAnother();
    const urls = ['/api/next-sheet', `/api/next-sheet/${nextShow}/odds`];
    return Promise.all(urls.map(async (url) => (await server.inject(url)).body));
  };
  const before = await readAll();
  const prediction = { showId: nextShow, songIds: [fathom, ember] };
  expect((await bystander.post('/api/predictions', prediction)).statusCode).toBe(201);
  const row = { songId: fathom, isCloser: true, notes: 'planned' };
  expect((await app.admin.post(`/api/shows/${nextShow}/setlist`, row)).statusCode).toBe(201);
  expect(await readAll()).toEqual(before);
});

it('moves on to the following show when predictions lock, and has no show when none is left', async () => {
  app.clock.now += 23 * HOUR;
  expect((await readSheet()).show?.id).toBe(laterShow);
  expect((await readOdds(nextShow)).statusCode).toBe(404);
  app.clock.now += DAY;
  const { show, songs } = await readSheet();
  expect(show).toBeNull();
  expect(songs).toHaveLength(2);
});
