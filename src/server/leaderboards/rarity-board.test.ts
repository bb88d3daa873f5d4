import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShowRow } from '#contract/leaderboards.ts';
import { computeRarity, MIN_RARITY_SHEETS } from '#contract/rarity.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let [common = '', rare = '', lone = '', never = '']: string[] = [];

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  fan = await app.signUp('Nightingale');
  [common = '', rare = '', lone = '', never = ''] = await tour.addSongs(
    ...['Common', 'Rare', 'Lone', 'Never'],
  );
});
afterAll(() => app.close());

/** With enough sheets, two fans also pick Rare, and the caller picks Lone. */
async function addShow(sheets: number): Promise<string> {
  const [showId, otherId] = [await tour.addShow(), await tour.addShow()];
  const fans = await tour.addFans(sheets - 1, `Rarity ${showId.slice(0, 8)}`);
  for (const [n, userId] of fans.entries()) {
    const submittedAt = new Date(app.clock.now + n);
    await tour.addPrediction(userId, showId, n < 2 ? [common, rare] : [common], submittedAt);
    await tour.addPrediction(userId, otherId, [lone, never]);
  }
  await tour.addPrediction(fan.userId, showId, [never, lone], new Date(app.clock.now + sheets));
  return showId;
}

async function readBoard(showId: string, query = ''): Promise<string[]> {
  const response = await fan.get(`/api/leaderboard/show/${showId}/rarity${query}`);
  expect(response.statusCode).toBe(200);
  return response
    .json<ShowRow[]>()
    .map(({ rank, username, totalPoints }) => `${rank} ${username.slice(-4)} ${totalPoints}`);
}

const readMyRow = (showId: string) => fan.get(`/api/leaderboard/show/${showId}/rarity/me`);

test('ranks the fans of a closed show by the rarity of their correct picks', async () => {
  const showId = await addShow(MIN_RARITY_SHEETS);
  await tour.setStatus(showId, 'live');
  for (const songId of [rare, common, lone]) await tour.play(showId, songId);
  expect(await readBoard(showId)).toEqual([]);
  expect((await readMyRow(showId)).statusCode).toBe(204);

  await tour.setStatus(showId, 'closed');
  const [loneRarity, rareRarity, commonRarity] = [1, 2, 19].map((n) =>
    computeRarity(MIN_RARITY_SHEETS, n),
  );
  expect([loneRarity, rareRarity, commonRarity]).toEqual([17, 13, 0]);
  expect(await readBoard(showId, '?limit=4')).toEqual([
    '1 gale 17',
    '2 0000 13',
    '2 0001 13',
    '4 0002 0',
  ]);
  expect((await readMyRow(showId)).json()).toMatchObject({ rank: 1, totalPoints: 17 });
});

test('follows a setlist correction and leaves the points unchanged', async () => {
  const showId = await addShow(MIN_RARITY_SHEETS);
  await tour.setStatus(showId, 'live');
  const row = await tour.play(showId, lone);
  await tour.setStatus(showId, 'closed');
  const readPoints = async () =>
    (await fan.get(`/api/leaderboard/show/${showId}/me`)).json<ShowRow>().totalPoints;
  const points = await readPoints();
  expect((await readBoard(showId))[0]).toBe('1 gale 17');
  expect(await readPoints()).toBe(points);
  const url = `/api/shows/${showId}/setlist/${row.id}`;
  expect((await app.admin.patch(url, { songId: rare })).statusCode).toBe(200);
  expect((await readBoard(showId)).slice(0, 3)).toEqual(['1 0000 13', '1 0001 13', '3 0002 0']);
});

test('is empty with one sheet too few', async () => {
  const showId = await addShow(MIN_RARITY_SHEETS - 1);
  await tour.setStatus(showId, 'live');
  await tour.play(showId, lone);
  await tour.setStatus(showId, 'closed');
  expect(await readBoard(showId)).toEqual([]);
});

test('is empty until a closed show has points', async () => {
  const showId = await addShow(MIN_RARITY_SHEETS);
  await tour.setStatus(showId, 'live');
  await tour.setStatus(showId, 'closed');
  expect(await readBoard(showId)).toEqual([]);
  await tour.play(showId, lone);
  expect(await readBoard(showId)).toEqual([]);
  await tour.calculate(showId);
  expect((await readBoard(showId))[0]).toBe('1 gale 17');
});

test('returns 404 for an unknown show', async () => {
  const response = await readMyRow('5a1c3d1e-0000-4000-8000-000000000000');
  expect(response.statusCode).toBe(404);
});
