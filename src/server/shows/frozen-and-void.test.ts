import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { ok, planTour, type Tour } from '../../../tests/support/tour.ts';
import { houseNights } from '../db/schema/house-players.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let rival: Caller;
let latecomer: Caller;
let [ember = '', fathom = '']: string[] = [];
let showId: string;
let bystanderId: string;
let predictionId: string;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  [fan, rival, latecomer] = [
    await app.signUp('Ada Lamplight'),
    await app.signUp('Ben Hollow'),
    await app.signUp('Cy Latecomer'),
  ];
  [ember = '', fathom = ''] = await tour.addSongs('Ember', 'Fathom');
});
afterAll(() => app.close());

beforeEach(async () => {
  [showId, bystanderId] = [await tour.addShow(), await tour.addShow()];
  ({ id: predictionId } = await tour.predict(fan, showId, [ember, fathom]));
  await tour.predict(rival, showId, [fathom]);
  for (const caller of [fan, rival]) await tour.predict(caller, bystanderId, [ember]);
});

const patchShow = (fields: object) => app.admin.patch(`/api/shows/${showId}`, fields);
const readShow = async () => ok(await app.admin.get(`/api/shows/${showId}`)).json();
const countSeen = async () =>
  ok(await app.admin.get(`/api/shows/${showId}/reopening`)).json().predictions;
const hoursAhead = (hours: number) => new Date(app.clock.now + hours * HOUR).toISOString();

test('frozen predictions still count, and the show may move again without a choice', async () => {
  await tour.setStatus(showId, 'live');
  await tour.setStatus(showId, 'open', 'freeze');
  ok(await patchShow({ date: hoursAhead(30) }));
  expect((await readShow()).arePredictionsFrozen).toBe(true);
  await tour.setStatus(showId, 'live');
  await tour.play(showId, ember);
  await tour.setStatus(showId, 'closed');
  expect((await tour.loadPoints(showId)).toSorted()).toEqual([0, 41]);
});

test('frozen predictions can be voided when the show reopens again', async () => {
  await tour.setStatus(showId, 'live');
  await tour.setStatus(showId, 'open', 'freeze');
  await tour.setStatus(showId, 'postponed');
  expect((await patchShow({ date: hoursAhead(30) })).statusCode).toBe(409);
  ok(await patchShow({ date: hoursAhead(30), predictions: 'void' }));
  await tour.predict(fan, showId, [ember]);
  expect(await countSeen()).toBe(0);
  await tour.setStatus(showId, 'cancelled');
  await tour.setStatus(showId, 'open');
});

test('void predictions lose their points and links, and others keep theirs', async () => {
  const share = ok(await fan.post(`/api/predictions/${predictionId}/share`)).json();
  const card = new URL(share.url).pathname;
  expect((await app.visitor.get(card)).statusCode).toBe(200);
  const before = (await tour.loadTotals(fan.userId))?.points ?? 0;
  for (const id of [showId, bystanderId]) {
    await tour.setStatus(id, 'live');
    await tour.play(id, ember);
    await tour.setStatus(id, 'closed');
  }
  expect((await tour.loadTotals(fan.userId))?.points).toBe(before + 82);
  await tour.setStatus(showId, 'open', 'void');
  expect((await tour.loadTotals(fan.userId))?.points).toBe(before + 41);
  expect(await tour.loadPoints(bystanderId)).toEqual([41, 41]);
  expect((await app.visitor.get(card)).statusCode).toBe(404);
  expect(ok(await fan.get(`/api/leaderboard/show/${showId}`)).json()).toEqual([]);
});

test("voiding also deletes the house players' sheets, because fans have seen them", async () => {
  const { db } = app.database;
  const nights = [showId, bystanderId].map((id) => ({
    ...{ showId: id, learntFrom: 12, madeAt: new Date(app.clock.now) },
  }));
  await db.insert(houseNights).values(nights);
  await tour.setStatus(showId, 'live');
  await tour.setStatus(showId, 'open', 'void');
  const remainingNights = await db.select({ showId: houseNights.showId }).from(houseNights);
  expect(remainingNights).toEqual([{ showId: bystanderId }]);
});

test('a submission at the same moment as the void is either voided or kept', async () => {
  await tour.setStatus(showId, 'live');
  const [submission] = await Promise.all([
    latecomer.post('/api/predictions', { showId, songIds: [ember] }),
    tour.setStatus(showId, 'open', 'void'),
  ]);
  const rows = ok(await latecomer.get('/api/predictions/my-predictions')).json();
  expect(rows).toHaveLength(submission.statusCode === 201 ? 1 : 0);
  expect([201, 409]).toContain(submission.statusCode);
});
