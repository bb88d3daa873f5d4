import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';

const bus = createLocalBus();
let app: TestApp;
let tour: Tour;
let owner: Caller;
let shy: Caller;
let reader: Caller;
let [ember = '', gale = '']: string[] = [];

beforeAll(async () => {
  app = await openTestApp({ bus });
  tour = planTour(app);
  [owner, shy, reader] = [
    await app.signUp('Owner'),
    await app.signUp('Shy'),
    await app.signUp('Reader'),
  ];
  [ember = '', gale = ''] = await tour.addSongs('Ember', 'Gale');
  expect((await shy.patch('/api/user/profile', { hasPrivateSheets: true })).statusCode).toBe(200);
});
afterAll(() => app.close());

const buildUrl = (name: string, showId: string) => `/api/fans/${name}/shows/${showId}/picks`;
const readPicks = (caller: Caller, name: string, showId: string) =>
  caller.get(buildUrl(name, showId));

async function addShow(hoursToLock = 1) {
  const lockAt = app.clock.now + hoursToLock * HOUR;
  const showId = await tour.addShow({ date: new Date(lockAt + HOUR) });
  await bus.publish([{ topic: 'show', subjectId: showId, version: 1 }]);
  await tour.addPrediction(owner.userId, showId, [ember, gale]);
  await tour.addPrediction(shy.userId, showId, [gale, ember]);
  return { showId, lockAt };
}

test('reveals picks when predictions lock and hides them when the show is postponed', async () => {
  const { showId, lockAt } = await addShow();
  const bystander = await addShow(10);
  app.clock.now = lockAt - 1;
  expect((await readPicks(reader, 'Owner', showId)).statusCode).toBe(404);
  expect((await readPicks(owner, 'Owner', showId)).json().picks).toHaveLength(2);
  app.clock.now = lockAt;
  expect((await readPicks(reader, 'Owner', showId)).json()).toMatchObject({
    username: 'Owner',
    picks: [
      { id: ember, title: 'Ember', position: 1 },
      { id: gale, title: 'Gale', position: 2 },
    ],
  });
  expect((await readPicks(reader, 'Owner', bystander.showId)).statusCode).toBe(404);
  await tour.setStatus(showId, 'postponed');
  expect((await readPicks(reader, 'Owner', showId)).statusCode).toBe(404);
});

test('returns the same response after a song is played', async () => {
  const { showId } = await addShow();
  await tour.setStatus(showId, 'live');
  const { headers } = await readPicks(reader, 'Owner', showId);
  await tour.play(showId, ember);
  const condition = { 'if-none-match': String(headers.etag) };
  expect((await reader.get(buildUrl('Owner', showId), condition)).statusCode).toBe(304);
});

test("withholds a private fan's picks from others, even cached ones", async () => {
  const { showId, lockAt } = await addShow();
  app.clock.now = lockAt;
  for (const caller of [reader, app.admin])
    expect((await readPicks(caller, 'Shy', showId)).json()).toEqual({
      username: 'Shy',
      picks: null,
    });
  expect((await readPicks(shy, 'Shy', showId)).json().picks).toHaveLength(2);
  const areVisible: boolean[] = [];
  for (const hasPrivateSheets of [false, true]) {
    await shy.patch('/api/user/profile', { hasPrivateSheets });
    areVisible.push((await readPicks(reader, 'Shy', showId)).json().picks !== null);
  }
  expect(areVisible).toEqual([true, false]);
});

test('returns 404 for a fan without a prediction, and 401 to a visitor', async () => {
  const { showId, lockAt } = await addShow();
  app.clock.now = lockAt;
  expect((await readPicks(reader, 'Reader', showId)).statusCode).toBe(404);
  expect((await app.visitor.get(buildUrl('Owner', showId))).statusCode).toBe(401);
});
