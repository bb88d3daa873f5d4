import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { houseNights, housePicks } from '../db/schema/house-players.ts';
import { shows } from '../db/schema/shows.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let otherFan: Caller;
let songs: string[];
let show: string;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  fan = await app.signUp('Ada Lamplight');
  otherFan = await app.signUp('Ben Hollow');
  songs = await tour.addSongs('Ember', 'Fathom', 'Gale', 'Harbor');
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.database.db.delete(shows);
  const [ember = '', fathom = '', gale = ''] = songs;
  show = await tour.addShow({ name: 'Tonight', tourName: 'The Tour' });
  await tour.predict(fan, show, [ember, fathom]);
  await tour.predict(otherFan, show, [fathom, gale]);
});

async function storeHousePicks(showId: string): Promise<void> {
  const { db } = app.database;
  const [ember = '', fathom = '', gale = '', harbor = ''] = songs;
  await db.insert(houseNights).values({ showId, learntFrom: 12, madeAt: new Date(app.clock.now) });
  const lists = { notebook: [ember, fathom], archivist: [harbor, fathom], optimist: [gale] };
  for (const [player, list] of Object.entries(lists) as ['notebook', string[]][])
    await db
      .insert(housePicks)
      .values(list.map((songId, n) => ({ showId, player, songId, position: n + 1 })));
}

async function play(...titles: (string | undefined)[]): Promise<void> {
  await tour.setStatus(show, 'live');
  for (const song of titles) await tour.play(show, song ?? '');
  await tour.setStatus(show, 'closed');
}

async function read(path: string, caller = fan) {
  const response = await caller.get(`/api/${path}`);
  return [response.statusCode, response.body && response.json(), response.headers['x-total-count']];
}

async function readFanStats() {
  const paths = [
    ...[`leaderboard/show/${show}`, `shows/${show}/night`, `shows/${show}/calls`, 'leaderboard'],
  ];
  const fanPaths = [`leaderboard/show/${show}/me`, 'leaderboard/me', 'auth/user'];
  const responses = paths.map((path) => read(path));
  for (const caller of [fan, otherFan])
    responses.push(...fanPaths.map((path) => read(path, caller)));
  return [...(await Promise.all(responses)), await tour.loadPoints(show)];
}

test.each(['live', 'closed'] as const)(
  'fans of a %s show keep their ranks, counts and points when house players take part',
  async (status) => {
    const [ember, fathom] = songs;
    await tour.setStatus(show, 'live');
    for (const song of [ember, fathom]) await tour.play(show, song ?? '');
    await tour.setStatus(show, status);
    const statsBefore = await readFanStats();
    await storeHousePicks(show);
    const secondServer = await app.openAnother();
    const response = await secondServer.inject({
      url: `/api/leaderboard/show/${show}`,
      headers: { cookie: fan.cookie ?? '' },
    });
    expect(response.json()).toEqual((statsBefore[0] as unknown[])[1]);
    expect(await readFanStats()).toEqual(statsBefore);
    if (status === 'closed') await tour.calculate(show);
    expect((await readFanStats()).slice(0, 1)).toEqual(statsBefore.slice(0, 1));
  },
);

test("the record lists house players' points per scored show and how many fans beat them", async () => {
  await storeHousePicks(show);
  expect((await read('house'))[1]).toEqual([]);
  const [ember, fathom] = songs;
  await play(ember, fathom);
  const [night, ...rest] = (await read('house'))[1];
  expect(rest).toEqual([]);
  expect(night).toMatchObject({ show: { name: 'Tonight', tourName: 'The Tour' }, fans: 2 });
  // Ada ties with The Notebook at 68 points, so no fan beats it. Ben has 10.
  expect(night.players).toEqual([
    { player: 'notebook', points: 68, beatenBy: 0 },
    { player: 'archivist', points: 27, beatenBy: 1 },
    { player: 'optimist', points: 0, beatenBy: 2 },
  ]);
  expect((await read('leaderboard/house'))[1]).toEqual([
    { player: 'notebook', gamesPlayed: 1, averageScore: '68.00', totalPoints: 68 },
    { player: 'archivist', gamesPlayed: 1, averageScore: '27.00', totalPoints: 27 },
    { player: 'optimist', gamesPlayed: 1, averageScore: '0.00', totalPoints: 0 },
  ]);
});

const readFanRecords = () =>
  Promise.all(
    [fan, otherFan].map(async (caller) => (await read('leaderboard/house/me', caller))[1]),
  );

test("a fan's record counts the shows that they and the house players predicted, and their wins over every house player", async () => {
  const [ember = '', fathom = '', gale = '', harbor = ''] = songs;
  expect(await readFanRecords()).toEqual(Array(2).fill({ nights: 0, beaten: 0 }));
  expect((await app.visitor.get('/api/leaderboard/house/me')).statusCode).toBe(401);
  await storeHousePicks(show);
  await play(ember, fathom);
  expect(await readFanRecords()).toEqual(Array(2).fill({ nights: 1, beaten: 0 }));

  const secondShow = await tour.addShow();
  await tour.predict(fan, secondShow, [harbor, ember, fathom]);
  await storeHousePicks(secondShow);
  await tour.setStatus(secondShow, 'live');
  for (const song of [harbor, ember, fathom]) await tour.play(secondShow, song);
  expect(await readFanRecords()).toEqual(Array(2).fill({ nights: 1, beaten: 0 }));
  await tour.setStatus(secondShow, 'closed');
  expect(await readFanRecords()).toEqual([
    { nights: 2, beaten: 1 },
    { nights: 1, beaten: 0 },
  ]);

  const thirdShow = await tour.addShow();
  await tour.predict(otherFan, thirdShow, [gale]);
  await tour.setStatus(thirdShow, 'live');
  await tour.play(thirdShow, gale);
  await tour.setStatus(thirdShow, 'closed');
  expect((await readFanRecords())[1]).toEqual({ nights: 1, beaten: 0 });
});

test('a correction after the show rescores house players like fans', async () => {
  await storeHousePicks(show);
  const [ember, fathom, gale] = songs;
  await play(ember, fathom);
  await read('house');
  const [first] = (await read(`shows/${show}/setlist`))[1];
  await app.admin.patch(`/api/shows/${show}/setlist/${first.id}`, { songId: gale });
  const [night] = (await read('house'))[1];
  expect(night.players).toEqual([
    { player: 'optimist', points: 41, beatenBy: 0 },
    { player: 'archivist', points: 27, beatenBy: 0 },
    { player: 'notebook', points: 27, beatenBy: 0 },
  ]);
  expect((await tour.loadPoints(show)).toSorted()).toEqual([20, 27]);
  expect(await readFanRecords()).toEqual(Array(2).fill({ nights: 1, beaten: 0 }));
});

test.each(['open', 'postponed', 'cancelled'] as const)(
  'setting a scored show back to %s removes it from the record',
  async (status) => {
    await storeHousePicks(show);
    await play(songs[0]);
    expect((await read('house'))[1]).toHaveLength(1);
    await tour.setStatus(show, status, 'freeze');
    expect((await read('house'))[1]).toEqual([]);
    expect((await read('leaderboard/house'))[1]).toEqual([]);
  },
);

test('deleting a show removes it from the record and keeps the others', async () => {
  const otherShow = await tour.addShow({ date: new Date(app.clock.now + 80 * HOUR) });
  for (const showId of [show, otherShow]) await storeHousePicks(showId);
  await play(songs[0]);
  await tour.play(otherShow, songs[1] ?? '');
  await tour.setStatus(otherShow, 'closed');
  expect((await read('house'))[1]).toHaveLength(2);
  await app.admin.delete(`/api/shows/${show}`);
  expect((await read('house'))[1]).toMatchObject([{ show: { id: otherShow } }]);
  expect((await read(`shows/${show}/house`))[0]).toBe(404);
});
