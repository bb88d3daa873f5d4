import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations.ts';
import type { MyTourRecap, TourRecap } from '#contract/tour-recaps.ts';
import { buildUrl } from '#contract/url.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { createChanges, planTour, type Tour } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';
import { houseNights, housePicks } from '../db/schema/house-players.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { songs } from '../db/schema/songs.ts';

const bus = createLocalBus();
let app: TestApp;
let tour: Tour;
let ada: Caller;
let bob: Caller;
let shy: Caller;
let onlooker: Caller;
let crowd: string[];
let nights: string[];
let [ash = '', birch = '', cedar = '', dogwood = '']: string[] = [];

const date = (day: number) => new Date(Date.UTC(2026, 0, 1, 23) + day * DAY);

beforeAll(async () => {
  app = await openTestApp({ bus });
  tour = planTour(app);
  ada = await app.signUp('Ada');
  bob = await app.signUp('Bob');
  [shy, onlooker] = [await app.signUp('Shy'), await app.signUp('Onlooker')];
  await shy.patch('/api/user/profile', { hasPrivateSheets: true });
  crowd = await tour.addFans(4, 'Crowd');
  const titles = ['Ash', 'Birch', 'Cedar', 'Dogwood'];
  [ash = '', birch = '', cedar = '', dogwood = ''] = await tour.addSongs(...titles);
  for (let day = -12; day < 0; day += 1) await addPastShow(day);
  nights = [];
  for (const [index, name] of ['One', 'Two', 'Three'].entries())
    nights.push(await tour.addShow({ name, tourName: 'Slow Boat', date: date(2 * index) }));
  const [one = '', two = '', three = ''] = nights;
  await predict(one, [ada, [ash, dogwood]], [shy, [ash, dogwood]], [bob, [birch]]);
  await play(one, ash, dogwood);
  await predict(two, [ada, [ash]], [bob, [ash, cedar]]);
  await play(two, ash, cedar);
  await tour.addPrediction(bob.userId, three, [birch]);
  await play(three, birch);
  const bystander = await tour.addShow({ tourName: 'Other', date: date(1) });
  await predict(bystander, [onlooker, [ash]]);
  await play(bystander, ash);
  await addHouse(one, [ash]);
  await addHouse(two, [birch]);
  await addHouse(bystander, [ash]);
});
afterAll(() => app.close());

async function addPastShow(day: number) {
  const showId = await tour.addShow({ date: date(day), status: 'closed' });
  const songId = day === -12 ? dogwood : day === -11 ? cedar : ash;
  await app.database.db.insert(liveSetlistSongs).values({ showId, songId, position: 1 });
}

async function predict(showId: string, ...sheets: [Caller, string[]][]) {
  for (const [fan, songIds] of sheets) await tour.addPrediction(fan.userId, showId, songIds);
  for (const userId of crowd) await tour.addPrediction(userId, showId, [ash]);
}

async function play(showId: string, ...songIds: string[]) {
  await tour.setStatus(showId, 'live');
  for (const songId of songIds) await tour.play(showId, songId);
  await tour.setStatus(showId, 'closed');
}

async function addHouse(showId: string, songIds: string[]) {
  const { db } = app.database;
  await db.insert(houseNights).values({ showId, learntFrom: 12, madeAt: new Date(app.clock.now) });
  await db
    .insert(housePicks)
    .values(
      songIds.map((songId) => ({ showId, player: 'notebook' as const, songId, position: 1 })),
    );
  await bus.publish(createChanges('house'));
}

const get = (path: string, caller: Caller, name = 'Slow Boat') =>
  caller.get(buildUrl(`/api/tours/recap${path}`, { query: { tour: name } }));
const readRecap = async (): Promise<TourRecap> => (await get('', onlooker)).json();
const readMyRecap = async (fan: Caller): Promise<MyTourRecap> => (await get('/me', fan)).json();

test('a tour recap has the leaderboard, the nights, the songs and the bustout of the tour', async () => {
  const { top, nights: listed, ...recap } = await readRecap();
  expect(top.slice(0, 3).map((row) => `${row.rank} ${row.username} ${row.totalPoints}`)).toEqual([
    // 41 + 27, and 41; 41 + 27 and 41; 0, 41 + 27 and 41.
    '1 Ada 109',
    '1 Bob 109',
    '3 Crowd 0000 82',
  ]);
  expect(
    listed.map(({ show, fans, averageScore, bestPoints }) => [
      show.name,
      fans,
      averageScore,
      bestPoints,
    ]),
  ).toEqual([
    // 68 + 68 + 0 + 4 × 41 = 300, 41 + 68 + 4 × 41 = 273, and 41.
    ['One', 7, '42.86', 68],
    ['Two', 6, '45.50', 68],
    ['Three', 1, '41.00', 41],
  ]);
  expect(recap).toEqual({
    ...{ name: 'Slow Boat', correctedAt: null, fans: 7 },
    ...{ bestNight: nights[1], worstNight: nights[2] },
    songs: {
      sheets: 12,
      mostCalled: [
        { songId: ash, title: 'Ash', calls: 11, plays: 2 },
        { songId: birch, title: 'Birch', calls: 1, plays: 1 },
        { songId: cedar, title: 'Cedar', calls: 1, plays: 1 },
        { songId: dogwood, title: 'Dogwood', calls: 1, plays: 1 },
      ],
      mostPlayed: [
        { songId: ash, title: 'Ash', calls: 11, plays: 2 },
        { songId: birch, title: 'Birch', calls: 1, plays: 1 },
        { songId: cedar, title: 'Cedar', calls: 1, plays: 1 },
        { songId: dogwood, title: 'Dogwood', calls: 1, plays: 1 },
      ],
    },
    bustout: {
      ...{ songId: cedar, title: 'Cedar', calls: 1, sheets: 6, gap: 12, callers: ['Bob'] },
      show: expect.objectContaining({ id: nights[1], name: 'Two' }),
    },
    house: {
      // 41 to 42.86 on the first night, 0 to 45.5 on the second.
      players: [{ player: 'notebook', points: 41, nights: 2 }],
      series: { house: 0, fans: 2, ties: 0 },
    },
  });
});

test('a tour recap has statistics of my tour, and nothing for a fan who was not there', async () => {
  expect(await readMyRecap(ada)).toEqual({
    ...{ name: 'Slow Boat', correctedAt: null, showCount: 3, gamesPlayed: 2 },
    ...{ points: 109, averageScore: '54.50', rank: 1, total: 7, nightsWon: 1 },
    bestNight: {
      show: expect.objectContaining({ id: nights[0], name: 'One' }),
      ...{ points: 68, rank: 1, total: 7 },
    },
    bestCall: {
      ...{ title: 'Dogwood', points: 27, showName: 'One' },
      crowd: { calls: 1, sheets: 6 },
    },
    hitRates: {
      opener: { hits: 2, of: 2 },
      closer: { hits: 0, of: 2 },
      exact: { hits: 3, of: 3 },
      any: { hits: 3, of: 3 },
    },
  });
  expect(await readMyRecap(bob)).toMatchObject({
    ...{ gamesPlayed: 3, nightsWon: 2, points: 109 },
    bestNight: { show: { name: 'Two' } },
    bestCall: { title: 'Cedar' },
  });
  expect((await get('/me', onlooker)).statusCode).toBe(204);
});

test('a tour recap has a picture that only the fan can see and that follows corrections', async () => {
  const read = (caller: Caller, name?: string) => get('/card.png', caller, name);
  const { statusCode, headers } = await read(ada);
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    ...[200, 'image/png', 'private, no-cache'],
  ]);
  expect((await read(bob)).headers.etag).not.toBe(headers.etag);
  expect((await read(ada)).headers.etag).toBe(headers.etag);
  expect((await read(app.visitor)).statusCode).toBe(401);
  for (const [caller, name] of [
    [onlooker, 'Slow Boat'],
    [ada, 'Nowhere'],
    [ada, 'Other'],
  ] as const)
    expect((await read(caller, name)).statusCode).toBe(404);
});

test('a tour recap starts the gap of a bustout at the imported last play if that is later', async () => {
  const { db } = app.database;
  const readBustout = async (importedLastPlayed: Date | null) => {
    await db.update(songs).set({ importedLastPlayed }).where(eq(songs.id, cedar));
    await bus.publish(createChanges('song'));
    const { bustout } = await readRecap();
    return bustout && `${bustout.title} ${bustout.gap}`;
  };
  // Six shows before Cedar, where Dogwood has eleven.
  expect(await readBustout(date(-5))).toBe('Dogwood 11');
  for (const before of [date(-30), date(2), null])
    expect(await readBustout(before)).toBe('Cedar 12');
});

test('a tour recap has the date of a correction made after the tour was over', async () => {
  const read = async () => (await readRecap()).correctedAt;
  app.clock.now += DAY;
  await tour.play(nights[2] ?? '', dogwood);
  expect(await read()).toBe(new Date(app.clock.now).toISOString());
  expect((await readMyRecap(ada)).correctedAt).toBe(new Date(app.clock.now).toISOString());
  app.clock.now += DAY;
  // The tour ends again with this show, later than the correction.
  const extra = await tour.addShow({ tourName: 'Slow Boat', date: date(9) });
  await bus.publish(createChanges('show'));
  await play(extra, ash);
  expect(await read()).toBeNull();
  app.clock.now += HOUR;
  await tour.setStatus(extra, 'live');
  await tour.play(extra, birch);
  const correctedAt = new Date(app.clock.now).toISOString();
  app.clock.now += HOUR;
  await tour.setStatus(extra, 'closed');
  expect(await read()).toBe(correctedAt);
});

test('a tour recap is unavailable while another show of the tour is upcoming', async () => {
  const body = { name: 'Encore', city: 'Ghent', date: '2040-05-08T19:30:00Z' };
  const added = await app.admin.post('/api/shows', { ...body, tourName: 'Slow Boat' });
  for (const status of ['open', 'live', 'postponed'] as const) {
    await tour.setStatus(added.json().id, status);
    for (const path of ['', '/me']) {
      const response = await get(path, ada);
      expect([response.statusCode, response.json().message]).toEqual([
        404,
        'The recap will be available after the last show of the tour.',
      ]);
    }
  }
  expect((await get('', ada, 'Other')).statusCode).toBe(200);
  await tour.setStatus(added.json().id, 'cancelled');
  expect((await get('', ada)).statusCode).toBe(200);
});

test('a tour recap requires a session and a known tour', async () => {
  expect((await get('', app.visitor)).statusCode).toBe(401);
  expect((await get('', ada, 'Nowhere')).json().message).toBe('Tour not found.');
  expect((await ada.get('/api/tours/recap')).statusCode).toBe(400);
  expect((await get('', ada, 'x'.repeat(256))).statusCode).toBe(400);
});
