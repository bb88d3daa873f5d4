import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Crowd } from '#contract/crowd.ts';
import { HOUR } from '#contract/durations.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';
import { users } from '../db/schema/accounts.ts';
import { houseNights, housePicks } from '../db/schema/house-players.ts';
import { predictions } from '../db/schema/predictions.ts';

const bus = createLocalBus();
let app: TestApp;
let tour: Tour;
let fan: Caller;
let shy: Caller;
let [ember = '', fathom = '', gale = '', harbor = '', isle = '']: string[] = [];

beforeAll(async () => {
  app = await openTestApp({ bus });
  tour = planTour(app);
  [fan, shy] = [await app.signUp('Fan'), await app.signUp('Shy')];
  await shy.patch('/api/user/profile', { hasPrivateSheets: true });
  const titles = ['Ember', 'Fathom', 'Gale', 'Harbor', 'Isle'] as const;
  [ember = '', fathom = '', gale = '', harbor = '', isle = ''] = await tour.addSongs(...titles);
});
afterAll(() => app.close());

/** Adds a show that locks in an hour, with one private sheet and an open sheet per list. */
async function addShow(...lists: string[][]) {
  const lockAt = app.clock.now + HOUR;
  const showId = await tour.addShow({ date: new Date(lockAt + HOUR) });
  await bus.publish([{ topic: 'show', subjectId: showId, version: 1 }]);
  await tour.addPrediction(shy.userId, showId, [gale, fathom, harbor]);
  const fans = await tour.addFans(lists.length, `Crowd ${showId.slice(0, 8)}`);
  for (const [n, userId] of fans.entries())
    await tour.addPrediction(userId, showId, lists[n] ?? []);
  return { showId, lockAt };
}

const readCrowd = async (showId: string, caller = fan): Promise<Crowd> =>
  (await caller.get(`/api/shows/${showId}/crowd`)).json();
const NOTHING = { sheets: 0, songs: [] };

test('reveals a cached crowd at the lock, not a millisecond earlier', async () => {
  const lists = [[ember], [ember], [ember], [ember, gale], [gale, ember, harbor]];
  const { showId, lockAt } = await addShow(...lists);
  const bystander = await addShow(...lists.map(() => [isle]));
  app.clock.now = lockAt - 1;
  for (const caller of [fan, shy, app.admin])
    expect(await readCrowd(showId, caller)).toEqual(NOTHING);
  app.clock.now = lockAt;
  expect(await readCrowd(showId)).toEqual({
    sheets: 5,
    songs: [
      {
        ...{ songId: ember, title: 'Ember', calls: 5, openerCalls: 4, closerCalls: 3 },
        positions: [4, 1],
      },
      {
        ...{ songId: gale, title: 'Gale', calls: 2, openerCalls: 1, closerCalls: 1 },
        positions: [1, 1],
      },
      {
        ...{ songId: harbor, title: 'Harbor', calls: 1, openerCalls: 0, closerCalls: 1 },
        positions: [0, 0, 1],
      },
    ],
  });
  app.clock.now = lockAt - 1;
  expect(await readCrowd(bystander.showId)).toEqual(NOTHING);
  app.clock.now = lockAt;
});

test('returns no shares below five sheets and never counts house players', async () => {
  const { showId, lockAt } = await addShow([ember], [ember], [ember], [isle]);
  const { db } = app.database;
  await db.insert(houseNights).values({ showId, learntFrom: 12, madeAt: new Date(lockAt) });
  await db.insert(housePicks).values({ showId, player: 'notebook', position: 1, songId: fathom });
  app.clock.now = lockAt;
  expect(await readCrowd(showId)).toEqual({ sheets: 4, songs: [] });
  await tour.addPrediction(fan.userId, showId, [isle]);
  await bus.publish([{ topic: 'entrants', subjectId: showId, version: 2 }]);
  const { sheets, songs } = await readCrowd(showId);
  expect([sheets, songs.some(({ songId }) => songId === fathom)]).toEqual([5, false]);
});

test('counts only the new sheets of a show that reopened with void predictions', async () => {
  const { showId, lockAt } = await addShow(...Array.from({ length: 5 }, () => [ember]));
  app.clock.now = lockAt;
  expect((await readCrowd(showId)).songs[0]?.calls).toBe(5);
  for (const status of ['postponed', 'cancelled'] as const) {
    await tour.setStatus(showId, status);
    expect(await readCrowd(showId)).toEqual(NOTHING);
  }
  const date = new Date(app.clock.now + 30 * HOUR).toISOString();
  await tour.setStatus(showId, 'open');
  await app.admin.patch(`/api/shows/${showId}`, { date, predictions: 'void' });
  expect(await readCrowd(showId)).toEqual(NOTHING);
  for (const userId of await tour.addFans(5, 'Second crowd'))
    await tour.addPrediction(userId, showId, [isle]);
  await tour.predict(fan, showId, [isle, fathom]);
  app.clock.now += 29 * HOUR;
  const { sheets, songs } = await readCrowd(showId);
  expect([sheets, songs.map(({ title }) => title)]).toEqual([6, ['Isle', 'Fathom']]);
});

test('updates after a song is renamed or deleted', async () => {
  const [kite = ''] = await tour.addSongs('Kite');
  const { showId, lockAt } = await addShow([kite, ember], [kite], [kite], [kite, gale], [ember]);
  app.clock.now = lockAt;
  await readCrowd(showId);
  await app.admin.patch(`/api/songs/${kite}`, { title: 'Kites' });
  expect((await readCrowd(showId)).songs.map(({ title }) => title)).toContain('Kites');
  await app.admin.post('/api/auth/confirm', { password: app.admin.password });
  expect((await app.admin.delete(`/api/songs/${kite}`)).statusCode).toBe(204);
  expect(await readCrowd(showId)).toMatchObject({
    sheets: 5,
    songs: [{ title: 'Ember', calls: 2, openerCalls: 2 }, { title: 'Gale' }],
  });
});

describe('private sheets', () => {
  const buildOpenLists = () => Array.from({ length: 5 }, () => [ember]);

  async function addPrivateSheets(showId: string, count: number) {
    if (count === 0) return;
    const fans = await tour.addFans(count, `Hidden ${showId.slice(0, 8)}`);
    const { db } = app.database;
    await db.update(users).set({ hasPrivateSheets: true }).where(inArray(users.id, fans));
    for (const userId of fans) await tour.addPrediction(userId, showId, [harbor]);
  }
  const readTitles = async (showId: string) => {
    const { sheets, songs } = await readCrowd(showId);
    return [sheets, ...songs.map(({ title }) => title)];
  };

  test.each([
    [1, [5, 'Ember']],
    [4, [5, 'Ember']],
    [5, [10, 'Ember', 'Harbor', 'Fathom', 'Gale']],
  ])('are counted only if there are at least five (%i)', async (count, crowd) => {
    const { showId, lockAt } = await addShow(...buildOpenLists());
    await addPrivateSheets(showId, count - 1);
    app.clock.now = lockAt;
    expect(await readTitles(showId)).toEqual(crowd);
  });

  test("don't reach the minimum of five if one of them is an unedited surprise", async () => {
    const { showId, lockAt } = await addShow(...buildOpenLists());
    await addPrivateSheets(showId, 4);
    const isShySheet = and(eq(predictions.showId, showId), eq(predictions.userId, shy.userId));
    await app.database.db.update(predictions).set({ isSurprise: true }).where(isShySheet);
    app.clock.now = lockAt;
    expect(await readTitles(showId)).toEqual([5, 'Ember']);
  });

  test('are counted as soon as they are open', async () => {
    const { showId, lockAt } = await addShow(...buildOpenLists());
    const setPrivate = (hasPrivateSheets: boolean) =>
      shy.patch('/api/user/profile', { hasPrivateSheets });
    app.clock.now = lockAt;
    const counts: unknown[] = [];
    for (const hasPrivateSheets of [true, false, true]) {
      await setPrivate(hasPrivateSheets);
      counts.push((await readTitles(showId))[0]);
    }
    expect(counts).toEqual([5, 6, 5]);
  });

  test('are also excluded from the calls of each played song', async () => {
    const { showId } = await addShow(...buildOpenLists());
    await tour.setStatus(showId, 'live');
    for (const songId of [harbor, ember]) await tour.play(showId, songId);
    const readCalls = async () => (await fan.get(`/api/shows/${showId}/calls`)).json();
    expect(await readCalls()).toMatchObject({
      predictions: 5,
      songs: expect.arrayContaining([
        { songId: ember, calls: 5 },
        { songId: harbor, calls: 0 },
      ]),
    });
    await shy.patch('/api/user/profile', { hasPrivateSheets: false });
    expect((await readCalls()).predictions).toBe(6);
    await shy.patch('/api/user/profile', { hasPrivateSheets: true });
  });
});

test('leaves out an untouched surprise until its fan edits it', async () => {
  const { showId, lockAt } = await addShow([ember], [ember], [ember], [ember]);
  const surprise = { showId, songIds: [isle, gale], origin: 'surprise' };
  const { id } = (await fan.post('/api/predictions', surprise)).json();
  const edits = [{ songIds: [gale, isle] }, { songIds: [isle, gale], origin: 'surprise' }];
  const sheets: number[] = [];
  for (const edit of [undefined, ...edits]) {
    app.clock.now += 1;
    if (edit) expect((await fan.patch(`/api/predictions/${id}`, edit)).statusCode).toBe(200);
    const now = app.clock.now;
    app.clock.now = lockAt;
    sheets.push((await readCrowd(showId)).sheets);
    app.clock.now = now;
  }
  expect(sheets).toEqual([4, 5, 4]);
  const { statusCode, json } = await shy.post('/api/predictions', { ...surprise, origin: 'mine' });
  expect([statusCode, json().message]).toEqual([400, 'Origin must be surprise']);
});

test('returns the same crowd while the show is live and after it closes', async () => {
  const { showId } = await addShow([ember], [ember], [ember, isle], [ember], [gale]);
  await tour.setStatus(showId, 'live');
  const liveCrowd = await readCrowd(showId);
  expect(liveCrowd.sheets).toBe(5);
  await tour.play(showId, ember);
  await tour.setStatus(showId, 'closed');
  expect(await readCrowd(showId)).toEqual(liveCrowd);
});

test('returns 404 for an unknown show', async () => {
  const url = '/api/shows/5a1c3d1e-0000-4000-8000-000000000000/crowd';
  expect((await fan.get(url)).statusCode).toBe(404);
});
