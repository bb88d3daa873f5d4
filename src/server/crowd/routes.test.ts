import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Crowd, compareCrowd, formatShare, listFavorites } from '#contract/crowd.ts';
import { HOUR } from '#contract/durations.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';
import { houseNights, housePicks } from '../db/schema/house-players.ts';

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

/** Adds a show that locks in an hour, with a sheet of the private fan and one per list. */
async function addShow(...lists: string[][]) {
  const lockAt = app.clock.now + HOUR;
  const showId = await tour.addShow({ date: new Date(lockAt + HOUR) });
  await bus.publish([{ topic: 'show', subjectId: showId, version: 1 }]);
  await tour.addPrediction(shy.userId, showId, [gale, ember, harbor]);
  const fans = await tour.addFans(lists.length, `Crowd ${showId.slice(0, 8)}`);
  for (const [n, userId] of fans.entries())
    await tour.addPrediction(userId, showId, lists[n] ?? []);
  return { showId, lockAt };
}

const readCrowd = async (showId: string, caller = fan): Promise<Crowd> =>
  (await caller.get(`/api/shows/${showId}/crowd`)).json();
const NOTHING = { sheets: 0, songs: [] };

test('opens a cached crowd at the lock, not a millisecond earlier', async () => {
  const { showId, lockAt } = await addShow([ember], [ember], [ember], [ember, gale]);
  const bystander = await addShow([fathom], [fathom], [fathom], [fathom]);
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

test('has no shares below five sheets, and none of the house players', async () => {
  const { showId, lockAt } = await addShow([ember], [ember], [isle]);
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

test('is withdrawn when the show reopens, and made again from the new picks', async () => {
  const { showId, lockAt } = await addShow([ember], [ember], [ember], [ember]);
  app.clock.now = lockAt;
  expect((await readCrowd(showId)).songs[0]?.calls).toBe(5);
  for (const status of ['postponed', 'cancelled'] as const) {
    await tour.setStatus(showId, status);
    expect(await readCrowd(showId)).toEqual(NOTHING);
  }
  const date = new Date(app.clock.now + 30 * HOUR).toISOString();
  await tour.setStatus(showId, 'open');
  await app.admin.patch(`/api/shows/${showId}`, { date });
  expect(await readCrowd(showId)).toEqual(NOTHING);
  await tour.predict(fan, showId, [isle]);
  app.clock.now += 29 * HOUR;
  const { sheets, songs } = await readCrowd(showId);
  expect([sheets, songs.map(({ title }) => title)]).toEqual([
    6,
    ['Ember', 'Gale', 'Harbor', 'Isle'],
  ]);
});

test('follows a song’s title and its deletion', async () => {
  const [kite = ''] = await tour.addSongs('Kite');
  const { showId, lockAt } = await addShow([kite, ember], [kite], [kite], [kite]);
  app.clock.now = lockAt;
  await readCrowd(showId);
  await app.admin.patch(`/api/songs/${kite}`, { title: 'Kites' });
  expect((await readCrowd(showId)).songs.map(({ title }) => title)).toContain('Kites');
  await app.admin.post('/api/auth/confirm', { password: app.admin.password });
  expect((await app.admin.delete(`/api/songs/${kite}`)).statusCode).toBe(204);
  expect(await readCrowd(showId)).toMatchObject({
    sheets: 5,
    songs: [{ title: 'Ember', calls: 2, openerCalls: 1 }, { title: 'Gale' }, { title: 'Harbor' }],
  });
});

test('is the same while the show is live and after it closes', async () => {
  const { showId } = await addShow([ember], [ember], [ember, isle], [ember]);
  await tour.setStatus(showId, 'live');
  const live = await readCrowd(showId);
  expect(live.sheets).toBe(5);
  await tour.play(showId, ember);
  await tour.setStatus(showId, 'closed');
  expect(await readCrowd(showId)).toEqual(live);
});

test('does not exist for an unknown show', async () => {
  const url = '/api/shows/5a1c3d1e-0000-4000-8000-000000000000/crowd';
  expect((await fan.get(url)).statusCode).toBe(404);
});

test('the crowd knows the songs it called most, and its rarest right calls come first', () => {
  const song = (title: string, calls: number) => ({
    ...{ songId: title, title, calls, openerCalls: calls, closerCalls: 0 },
    positions: [calls],
  });
  const called = Array.from({ length: 26 }, (_, n) => song(`Song ${n}`, 100 - n));
  const crowd = { sheets: 100, songs: called };
  const played = ['Song 25', 'Song 1', 'Song 0', 'Never called', 'Song 1'];
  const setlist = played.map((title) => ({ song: { id: title, title } }));
  expect(compareCrowd(crowd, setlist)).toEqual({
    played: 4,
    known: 2,
    rarestCalls: [
      { title: 'Song 25', calls: 75 },
      { title: 'Song 1', calls: 99 },
      { title: 'Song 0', calls: 100 },
    ],
    missed: ['Never called'],
  });
  const favorites = listFavorites(crowd, 'openerCalls', 2);
  expect(favorites.map(({ title }) => title)).toEqual(['Song 0', 'Song 1']);
  expect(listFavorites(crowd, 'closerCalls', 2)).toEqual([]);
});

test.each([
  [0, 412, '0%'],
  [1, 412, '<1%'],
  [206, 412, '50%'],
  [411, 412, '99%'],
  [412, 412, '100%'],
])('%i of %i sheets are %s', (calls, sheets, share) => {
  expect(formatShare(calls, sheets)).toBe(share);
});
