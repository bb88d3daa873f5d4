import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TourRow } from '#contract/tour-boards.ts';
import { buildUrl } from '#contract/url.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

let app: TestApp;
let tour: Tour;
let ash = '';
let birch = '';
let zoe: Caller;
let bert: Caller;
let dora: Caller;
let onlooker: Caller;
let winterShows: string[];

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  [ash = '', birch = ''] = await tour.addSongs('Ash', 'Birch');
  zoe = await app.signUp('zoe');
  bert = await app.signUp('Bert');
  dora = await app.signUp('dora');
  onlooker = await app.signUp('Onlooker');
  winterShows = [];
  for (let night = 1; night <= 4; night += 1)
    winterShows.push(await addShow('Winter', `2026-01-0${night}T03:00:00Z`));
  await playNight(winterShows[0], [zoe, ash], [bert, ash], [dora, birch]);
  await playNight(winterShows[1], [zoe, ash], [bert, birch]);
  await playNight(winterShows[2], [bert, ash]);
  await playNight(winterShows[3], [zoe, birch]);
  await playNight(await addShow('Summer', '2026-07-01T20:00:00Z'), [dora, ash], [onlooker, birch]);
  await playNight(await addShow(null, '2026-08-01T20:00:00Z'), [dora, birch]);
  await tour.predict(zoe, await tour.addShow({ tourName: 'Autumn' }), [ash]);
});

afterAll(() => app.close());

const addShow = (tourName: string | null, date: string) =>
  tour.addShow({ tourName, date: new Date(date), timeZone: 'America/New_York' });

async function playNight(showId = '', ...picks: [Caller, string][]) {
  for (const [fan, song] of picks) await tour.addPrediction(fan.userId, showId, [song]);
  await tour.setStatus(showId, 'live');
  await tour.play(showId, ash);
  await tour.setStatus(showId, 'closed');
}

const boardUrl = (query: object) =>
  buildUrl('/api/leaderboard/tours/board', { query: query as Record<string, string> });

const describeRow = (row: TourRow) =>
  `${row.rank} ${row.username}: ${row.totalPoints} in ${row.gamesPlayed}, ${row.averageScore}, ${row.nightsWon} won`;

async function readBoard(query: object) {
  const response = await onlooker.get(boardUrl(query));
  const rows: TourRow[] = response.json();
  return { rows: rows.map(describeRow), total: response.headers['x-total-count'] };
}

test('lists the tours and years with scored shows, latest first, by the date at the venue', async () => {
  expect((await onlooker.get('/api/leaderboard/tours')).json()).toEqual({
    tours: [
      { name: 'Summer', showCount: 1, isOver: true },
      { name: 'Winter', showCount: 4, isOver: true },
    ],
    years: [
      { year: 2026, showCount: 5 },
      { year: 2025, showCount: 1 },
    ],
    runs: [],
  });
});

test('ranks a tour by total points, and sorts fans with the same rank by name', async () => {
  expect(await readBoard({ tour: 'Winter' })).toEqual({
    rows: [
      '1 Bert: 82 in 3, 27.33, 2 won',
      '1 zoe: 82 in 3, 27.33, 2 won',
      '3 dora: 0 in 1, 0.00, 0 won',
    ],
    total: '3',
  });
});

test('ranks a year by the date at the venue', async () => {
  expect((await readBoard({ year: 2025 })).rows).toEqual([
    '1 Bert: 41 in 1, 41.00, 1 won',
    '1 zoe: 41 in 1, 41.00, 1 won',
    '3 dora: 0 in 1, 0.00, 0 won',
  ]);
  expect((await readBoard({ year: 2026 })).rows[0]).toBe('1 Bert: 41 in 2, 20.50, 1 won');
});

test('ranks by average only fans who predicted a third of the shows', async () => {
  expect((await readBoard({ tour: 'Winter', by: 'average' })).rows).toEqual([
    '1 Bert: 82 in 3, 27.33, 2 won',
    '1 zoe: 82 in 3, 27.33, 2 won',
  ]);
  expect((await readBoard({ tour: 'Summer', by: 'average' })).rows).toEqual([
    '1 dora: 41 in 1, 41.00, 1 won',
    '2 Onlooker: 0 in 1, 0.00, 0 won',
  ]);
});

test('ranks by nights won with points', async () => {
  expect((await readBoard({ by: 'nights' })).rows).toEqual([
    '1 Bert: 82 in 3, 27.33, 2 won',
    '1 zoe: 82 in 3, 27.33, 2 won',
    '3 dora: 41 in 3, 13.67, 1 won',
  ]);
});

test('returns pages and, separately, the viewer’s row', async () => {
  const page = await readBoard({ tour: 'Winter', limit: 1, offset: 1 });
  expect(page).toEqual({ rows: ['1 zoe: 82 in 3, 27.33, 2 won'], total: '3' });
  expect((await readBoard({ tour: 'Winter', offset: 3 })).rows).toEqual([]);
  const doraRow = await dora.get('/api/leaderboard/tours/board/me?tour=Winter');
  expect(describeRow(doraRow.json())).toBe('3 dora: 0 in 1, 0.00, 0 won');
  const missing = await dora.get('/api/leaderboard/tours/board/me?tour=Winter&by=average');
  expect(missing.statusCode).toBe(204);
  expect((await onlooker.get('/api/leaderboard/tours/board/me?year=2025')).statusCode).toBe(204);
});

test.each([{ tour: 'Autumn' }, { tour: 'winter' }, { year: '1999' }])(
  'returns no rows for shows without points: %j',
  async (query) => {
    expect(await readBoard(query)).toEqual({ rows: [], total: '0' });
  },
);

test.each([
  { tour: 'Winter', year: '2026' },
  { tour: 'Winter', run: '5a1c3d1e-0000-4000-8000-000000000000' },
  { run: 'last' },
  { tour: 'nul \u0000' },
  { year: '26' },
  { by: 'luck' },
  { limit: '501' },
])('rejects %j with a message', async (query) => {
  const response = await onlooker.get(boardUrl(query));
  expect([response.statusCode, typeof response.json().message]).toEqual([400, 'string']);
});

test('responds with 304 until points, a show or a name change', async () => {
  const url = boardUrl({ tour: 'Winter' });
  const { headers } = await zoe.get(url);
  const isFresh = async () =>
    (await zoe.get(url, { 'if-none-match': `${headers.etag}` })).statusCode === 304;
  expect(await isFresh()).toBe(true);
  await tour.setStatus(winterShows[2] ?? '', 'cancelled');
  expect(await isFresh()).toBe(false);
  expect((await readBoard({ tour: 'Winter' })).rows[0]).toBe('1 zoe: 82 in 3, 27.33, 2 won');
  expect((await readBoard({ tour: 'Winter' })).rows[1]).toBe('2 Bert: 41 in 2, 20.50, 1 won');
  await tour.setStatus(winterShows[1] ?? '', 'postponed');
  expect((await readBoard({ tour: 'Winter' })).rows.slice(0, 2)).toEqual([
    '1 Bert: 41 in 1, 41.00, 1 won',
    '1 zoe: 41 in 2, 20.50, 1 won',
  ]);
  await app.admin.patch(`/api/shows/${winterShows[0]}`, { tourName: 'Summer' });
  expect((await readBoard({ tour: 'Summer' })).rows).toEqual([
    '1 Bert: 41 in 1, 41.00, 1 won',
    '1 dora: 41 in 2, 20.50, 1 won',
    '1 zoe: 41 in 1, 41.00, 1 won',
    '4 Onlooker: 0 in 1, 0.00, 0 won',
  ]);
  await zoe.patch('/api/user/profile', { username: 'Abby' });
  expect((await readBoard({ tour: 'Summer' })).rows[0]).toContain('1 Abby: 41');
});

describe('a run', () => {
  let nights: string[];

  beforeAll(async () => {
    const night = (day: number, fields: object = {}) =>
      tour.addShow({
        ...{ venue: 'The Barn', city: 'Ghent', timeZone: 'Europe/Brussels' },
        date: new Date(Date.UTC(2027, 5, day, 22, 30)),
        ...fields,
      });
    nights = [await night(1), await night(2), await night(3), await night(4)];
    const otherVenue = await night(2, { venue: 'The Attic' });
    const cancelled = await night(5);
    const afterAGap = await night(6);
    await playNight(nights[0], [zoe, ash], [bert, birch]);
    await playNight(nights[1], [zoe, ash], [bert, ash]);
    await playNight(nights[2], [bert, ash]);
    await playNight(otherVenue, [dora, ash]);
    await playNight(afterAGap, [dora, ash]);
    await tour.setStatus(cancelled, 'cancelled');
  });

  test('is listed with its dates at the venue and its nights with points', async () => {
    expect((await onlooker.get('/api/leaderboard/tours')).json().runs).toEqual([
      {
        ...{ id: nights[0], venue: 'The Barn', city: 'Ghent' },
        ...{ firstDay: '2027-06-02', lastDay: '2027-06-05', showCount: 3 },
        showIds: nights,
      },
    ]);
  });

  test('is ranked like a tour and can be found by any of its nights', async () => {
    for (const run of nights)
      expect((await readBoard({ run })).rows).toEqual([
        '1 Abby: 82 in 2, 41.00, 2 won',
        '1 Bert: 82 in 3, 27.33, 2 won',
      ]);
    expect((await readBoard({ run: nights[0], by: 'average' })).rows).toEqual([
      '1 Abby: 82 in 2, 41.00, 2 won',
      '2 Bert: 82 in 3, 27.33, 2 won',
    ]);
    const zoeRow = await zoe.get(`/api/leaderboard/tours/board/me?run=${nights[3]}`);
    expect(describeRow(zoeRow.json())).toBe('1 Abby: 82 in 2, 41.00, 2 won');
  });

  test('ends at a cancelled night', async () => {
    await tour.setStatus(nights[1] ?? '', 'cancelled');
    expect((await readBoard({ run: nights[0] })).rows).toEqual([]);
    expect((await readBoard({ run: nights[2] })).rows).toEqual(['1 Bert: 41 in 1, 41.00, 1 won']);
  });
});
