import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import type { ShowRow } from '#contract/leaderboards.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { ok, planTour, type Tour } from '../../../tests/support/tour.ts';

let app: TestApp;
let tour: Tour;
let shy: Caller;
let bystander: Caller;
let showId: string;
let songs: string[];

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  [shy, bystander] = [await app.signUp('Shy'), await app.signUp('Bystander')];
  songs = await tour.addSongs('Ember', 'Fathom');
});
afterAll(() => app.close());

beforeEach(async () => {
  await setPrivate(true);
  showId = await tour.addShow({ date: new Date(app.clock.now + 3 * HOUR) });
  for (const fan of [shy, bystander]) await tour.predict(fan, showId, songs);
});

const setPrivate = async (hasPrivateSheets: boolean) =>
  ok(await shy.patch('/api/user/profile', { hasPrivateSheets }));

const listMarked = (rows: ShowRow[]) =>
  rows.flatMap(({ username, isPrivate }) => (isPrivate ? [username] : []));
const readBoard = async (): Promise<ShowRow[]> =>
  ok(await bystander.get(`/api/leaderboard/show/${showId}`)).json();

test.each(['open', 'live', 'closed'] as const)(
  'marks private fans on the board of a show that is %s, and updates with their setting',
  async (status) => {
    if (status !== 'open') await tour.setStatus(showId, 'live');
    if (status === 'closed') {
      await tour.play(showId, songs[0] ?? '');
      await tour.setStatus(showId, 'closed');
    }
    const marked: string[][] = [];
    for (const isPrivate of [true, false, true]) {
      await setPrivate(isPrivate);
      const rows = await readBoard();
      expect(rows).toHaveLength(2);
      marked.push(listMarked(rows));
    }
    expect(marked).toEqual([['Shy'], [], ['Shy']]);
    const shyRow = ok(await shy.get(`/api/leaderboard/show/${showId}/me`)).json();
    expect(shyRow).not.toHaveProperty('isPrivate');
  },
);

test('marks private members on the board of a league, and updates with their setting', async () => {
  const league = { name: 'Lamp Circle', color: 'blue', startShowId: showId, isListed: true };
  const { id } = ok(await bystander.post('/api/leagues', league)).json();
  ok(await shy.post(`/api/leagues/${id}/members`));
  await tour.setStatus(showId, 'live');
  const marked: string[][] = [];
  for (const isPrivate of [true, false]) {
    await setPrivate(isPrivate);
    const { rows } = ok(await bystander.get(`/api/leagues/${id}/tonight`)).json();
    expect(rows).toHaveLength(2);
    marked.push(listMarked(rows));
  }
  expect(marked).toEqual([['Shy'], []]);
});
