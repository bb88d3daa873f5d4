import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations.ts';
import type { MyShowRecap, ShowRecap } from '#contract/recaps.ts';
import { formatInZone } from '#contract/venue-time.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { createChanges, planTour, type Tour } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';
import { houseNights, housePicks } from '../db/schema/house-players.ts';

const bus = createLocalBus();
let app: TestApp;
let tour: Tour;
let ada: Caller;
let bob: Caller;
let shy: Caller;
let onlooker: Caller;
let [ash = '', birch = '', cedar = '', dogwood = '', elm = '']: string[] = [];

beforeAll(async () => {
  app = await openTestApp({ bus });
  tour = planTour(app);
  [ada, bob] = [await app.signUp('Ada'), await app.signUp('Bob')];
  [shy, onlooker] = [await app.signUp('Shy'), await app.signUp('Onlooker')];
  await shy.patch('/api/user/profile', { hasPrivateSheets: true });
  const titles = ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Elm'];
  [ash = '', birch = '', cedar = '', dogwood = '', elm = ''] = await tour.addSongs(...titles);
});
afterAll(() => app.close());

async function playNight(fields: Parameters<Tour['addShow']>[0] = {}) {
  const showId = await tour.addShow({ date: new Date(app.clock.now - DAY), ...fields });
  const fans = await tour.addFans(3, `Crowd ${showId.slice(0, 8)}`);
  await tour.addPrediction(ada.userId, showId, [ash, birch, elm]);
  await tour.addPrediction(bob.userId, showId, [cedar, elm, dogwood]);
  await tour.addPrediction(shy.userId, showId, [ash, birch], new Date(app.clock.now + 1));
  for (const userId of fans) await tour.addPrediction(userId, showId, [cedar, ash]);
  await tour.setStatus(showId, 'live');
  await tour.play(showId, ash);
  await tour.play(showId, birch);
  await tour.play(showId, dogwood, { isCloser: true });
  return showId;
}

async function addHouse(showId: string, picks: Record<'notebook' | 'optimist', string[]>) {
  const { db } = app.database;
  await db.insert(houseNights).values({ showId, learntFrom: 12, madeAt: new Date(app.clock.now) });
  for (const player of ['notebook', 'optimist'] as const)
    await db
      .insert(housePicks)
      .values(picks[player].map((songId, n) => ({ showId, player, songId, position: n + 1 })));
  await bus.publish(createChanges('house'));
}

const recapUrl = (showId: string) => `/api/shows/${showId}/recap`;
const readRecap = async (showId: string): Promise<ShowRecap> =>
  (await onlooker.get(recapUrl(showId))).json();
const readMyRecap = async (showId: string, fan: Caller): Promise<MyShowRecap> =>
  (await fan.get(`${recapUrl(showId)}/me`)).json();

test('a show recap has the podium, the crowd and the best call of the show', async () => {
  const showId = await playNight();
  await tour.setStatus(showId, 'closed');
  const { podium, ...recap } = await readRecap(showId);
  expect(podium.map(({ rank, username, totalPoints }) => [rank, username, totalPoints])).toEqual([
    [1, 'Ada', 68],
    [1, 'Shy', 68],
    [3, 'Bob', 41],
  ]);
  expect(podium[1]?.isPrivate).toBe(true);
  expect(recap).toEqual({
    correctedAt: null,
    fans: 6,
    // 68 + 68 + 41 + 3 × 10 = 207
    averageScore: '34.50',
    podiumSize: 3,
    crowd: {
      ...{ sheets: 5, played: 3, known: 3 },
      got: [
        { songId: ash, title: 'Ash', calls: 4 },
        { songId: birch, title: 'Birch', calls: 1 },
        { songId: dogwood, title: 'Dogwood', calls: 1 },
      ],
      missed: [
        { songId: cedar, title: 'Cedar', calls: 4 },
        { songId: elm, title: 'Elm', calls: 2 },
      ],
      uncalled: [],
      rarestCalls: [
        { songId: birch, title: 'Birch', calls: 1 },
        { songId: dogwood, title: 'Dogwood', calls: 1 },
        { songId: ash, title: 'Ash', calls: 4 },
      ],
    },
    bestCall: { songId: birch, title: 'Birch', calls: 1, callers: ['Ada'] },
    house: null,
  });
});

test('a show recap has my points, rank, hits and best call, and nothing for a fan without a prediction', async () => {
  const showId = await playNight();
  await tour.setStatus(showId, 'closed');
  expect(await readMyRecap(showId, ada)).toMatchObject({
    ...{ points: 68, rank: 1, total: 6, behind: 4 },
    hits: { hits: 2, of: 3 },
    bestCall: { title: 'Birch', points: 27, crowd: { calls: 1, sheets: 5 } },
  });
  expect(await readMyRecap(showId, bob)).toMatchObject({
    ...{ points: 41, rank: 3, behind: 3 },
    hits: { hits: 1, of: 3 },
    bestCall: { title: 'Dogwood', points: 41 },
  });
  const predictions: { id: string; showId: string }[] = (
    await ada.get('/api/predictions/my-predictions')
  ).json();
  expect((await readMyRecap(showId, ada)).predictionId).toBe(
    predictions.find((prediction) => prediction.showId === showId)?.id,
  );
  expect((await onlooker.get(`${recapUrl(showId)}/me`)).statusCode).toBe(204);
});

test('a show recap compares the house with the fans, and counts the nights of the tour up to the show', async () => {
  const date = (day: number) => new Date(Date.UTC(2026, 2, day));
  const [first, second] = [
    await playNight({ tourName: 'Spring', date: date(1) }),
    await playNight({ tourName: 'Spring', date: date(2) }),
  ];
  const bystander = await playNight({ tourName: 'Summer', date: date(1) });
  // The house averages 34, below the fans' 34.5, then 68, and 0 on the other tour.
  await addHouse(first, { notebook: [ash, birch], optimist: [elm] });
  await addHouse(second, { notebook: [ash, birch], optimist: [ash, birch] });
  await addHouse(bystander, { notebook: [elm], optimist: [cedar] });
  for (const showId of [first, second, bystander]) await tour.setStatus(showId, 'closed');
  expect((await readRecap(first)).house).toEqual({
    players: [
      { player: 'notebook', points: 68 },
      { player: 'optimist', points: 0 },
    ],
    ...{ winner: 'fans', houseAverage: '34.00', fansAverage: '34.50', beatenBy: 0 },
    series: { house: 0, fans: 1, ties: 0 },
  });
  expect((await readRecap(second)).house).toMatchObject({
    winner: 'house',
    houseAverage: '68.00',
    series: { house: 1, fans: 1, ties: 0 },
  });
  expect((await readRecap(bystander)).house).toMatchObject({
    ...{ beatenBy: 6, series: { house: 0, fans: 1, ties: 0 } },
  });
});

test('a show recap is available while the show is closed, and has the date of a correction', async () => {
  const showId = await playNight();
  const read = () => onlooker.get(recapUrl(showId));
  expect((await read()).statusCode).toBe(404);
  expect((await read()).json().message).toBe(
    'The recap will be available once the show is over and scored.',
  );
  await tour.setStatus(showId, 'closed');
  expect((await readRecap(showId)).correctedAt).toBeNull();
  app.clock.now += DAY;
  const rows: { id: string }[] = (await onlooker.get(`/api/shows/${showId}/setlist`)).json();
  const opener = `/api/shows/${showId}/setlist/${rows[0]?.id}`;
  await app.admin.patch(opener, { notes: 'Slow' });
  expect((await readRecap(showId)).correctedAt).toBeNull();
  await app.admin.patch(opener, { songId: elm });
  const { predictionId } = await readMyRecap(showId, bob);
  const { url } = (await bob.post(`/api/predictions/${predictionId}/share`)).json();
  expect((await app.visitor.get(new URL(url).pathname)).body).toContain(
    `Corrected on ${formatInZone(app.clock.now, 'UTC', 'shortDate')}`,
  );
  const corrected = await readRecap(showId);
  expect(corrected.correctedAt).toBe(new Date(app.clock.now).toISOString());
  expect(corrected.podium[0]).toMatchObject({ username: 'Bob', totalPoints: 51 });
  await tour.setStatus(showId, 'postponed');
  expect((await read()).statusCode).toBe(404);
  expect((await bob.get(`${recapUrl(showId)}/me`)).statusCode).toBe(404);
  await tour.setStatus(showId, 'closed');
  expect((await readRecap(showId)).correctedAt).toBeNull();
});

test('a show recap keeps its correction mark while the show is live again, and marks a new correction', async () => {
  const showId = await playNight();
  const showsMark = async (correctedAt: string | null) => {
    app.clock.now += HOUR;
    await tour.setStatus(showId, 'closed');
    expect((await readRecap(showId)).correctedAt).toBe(correctedAt);
    app.clock.now += HOUR;
  };
  const addSong = async (songId: string) => {
    await tour.play(showId, songId);
    return new Date(app.clock.now).toISOString();
  };
  await showsMark(null);
  await tour.setStatus(showId, 'live');
  await showsMark(null);
  const correctedAt = await addSong(elm);
  await tour.setStatus(showId, 'live');
  await showsMark(correctedAt);
  await tour.setStatus(showId, 'live');
  await showsMark(await addSong(cedar));
  await tour.setStatus(showId, 'postponed');
  await showsMark(null);
});

test('a show recap has no crowd below five sheets, and no podium without points', async () => {
  const showId = await tour.addShow({ date: new Date(app.clock.now - DAY) });
  await tour.addPrediction(ada.userId, showId, [elm]);
  await tour.setStatus(showId, 'live');
  await tour.play(showId, ash);
  await tour.setStatus(showId, 'closed');
  expect(await readRecap(showId)).toMatchObject({
    ...{ fans: 1, averageScore: '0.00', podium: [], podiumSize: 0 },
    ...{ crowd: null, bestCall: null },
  });
  expect(await readMyRecap(showId, ada)).toMatchObject({ points: 0, bestCall: null });
});

test('a show recap requires a session and a known show', async () => {
  const url = recapUrl('5a1c3d1e-0000-4000-8000-000000000000');
  expect((await app.visitor.get(url)).statusCode).toBe(401);
  expect((await onlooker.get(url)).json().message).toBe('Show not found.');
});
