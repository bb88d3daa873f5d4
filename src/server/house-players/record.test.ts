import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { houseNights, housePicks } from '../db/schema/house-players.ts';
import { shows } from '../db/schema/shows.ts';

let test: TestApp;
let tour: Tour;
let fan: Caller;
let other: Caller;
let songs: string[];
let show: string;

beforeAll(async () => {
  test = await openTestApp();
  tour = planTour(test);
  fan = await test.signUp('Ada Lamplight');
  other = await test.signUp('Ben Hollow');
  songs = await tour.songs('Ember', 'Fathom', 'Gale', 'Harbor');
});
afterAll(() => test.close());

beforeEach(async () => {
  await test.database.db.delete(shows);
  const [ember = '', fathom = '', gale = ''] = songs;
  show = await tour.show({ name: 'Tonight', tourName: 'The Tour' });
  await tour.predict(fan, show, [ember, fathom]);
  await tour.predict(other, show, [fathom, gale]);
});

async function housePicked(showId: string): Promise<void> {
  const { db } = test.database;
  const [ember = '', fathom = '', gale = '', harbor = ''] = songs;
  await db.insert(houseNights).values({ showId, learntFrom: 12, madeAt: new Date(test.clock.now) });
  const lists = { notebook: [ember, fathom], archivist: [harbor, fathom], optimist: [gale] };
  for (const [player, list] of Object.entries(lists) as ['notebook', string[]][])
    await db
      .insert(housePicks)
      .values(list.map((songId, n) => ({ showId, player, songId, position: n + 1 })));
}

async function play(...titles: (string | undefined)[]): Promise<void> {
  await tour.status(show, 'live');
  for (const song of titles) await tour.play(show, song ?? '');
  await tour.status(show, 'closed');
}

async function read(path: string, by = fan) {
  const answer = await by.get(`/api/${path}`);
  return [answer.statusCode, answer.body && answer.json(), answer.headers['x-total-count']];
}

async function figuresOfFans() {
  const paths = [
    ...[`leaderboard/show/${show}`, `shows/${show}/night`, `shows/${show}/calls`, 'leaderboard'],
  ];
  const own = [`leaderboard/show/${show}/me`, 'leaderboard/me', 'auth/user'];
  const answers = paths.map((path) => read(path));
  for (const by of [fan, other]) answers.push(...own.map((path) => read(path, by)));
  return [...(await Promise.all(answers)), await tour.pointsOf(show)];
}

it.each(['live', 'closed'] as const)(
  'fans of a %s show keep their ranks, counts and points when house players take part',
  async (status) => {
    const [ember, fathom] = songs;
    await tour.status(show, 'live');
    for (const song of [ember, fathom]) await tour.play(show, song ?? '');
    await tour.status(show, status);
    const without = await figuresOfFans();
    await housePicked(show);
    // A second server has no cache.
    const another = await test.openAnother();
    const answer = await another.inject({
      url: `/api/leaderboard/show/${show}`,
      headers: { cookie: fan.cookie ?? '' },
    });
    expect(answer.json()).toEqual((without[0] as unknown[])[1]);
    expect(await figuresOfFans()).toEqual(without);
    if (status === 'closed') await tour.calculate(show);
    expect((await figuresOfFans()).slice(0, 1)).toEqual(without.slice(0, 1));
  },
);

it('the record lists their points per scored show and how many fans beat them', async () => {
  await housePicked(show);
  expect((await read('house'))[1]).toEqual([]);
  const [ember, fathom] = songs;
  await play(ember, fathom);
  const [night, ...more] = (await read('house'))[1];
  expect(more).toEqual([]);
  expect(night).toMatchObject({ show: { name: 'Tonight', tourName: 'The Tour' }, fans: 2 });
  // Ada has 68, like The Notebook, so no fan beats it; Ben has 10.
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

it('a correction after the show changes their points like those of fans', async () => {
  await housePicked(show);
  const [ember, fathom, gale] = songs;
  await play(ember, fathom);
  await read('house');
  const [first] = (await read(`shows/${show}/setlist`))[1];
  await test.admin.patch(`/api/shows/${show}/setlist/${first.id}`, { songId: gale });
  const [night] = (await read('house'))[1];
  expect(night.players).toEqual([
    { player: 'optimist', points: 41, beatenBy: 0 },
    { player: 'archivist', points: 27, beatenBy: 0 },
    { player: 'notebook', points: 27, beatenBy: 0 },
  ]);
  expect((await tour.pointsOf(show)).toSorted()).toEqual([20, 27]);
});

it.each(['open', 'postponed', 'cancelled'] as const)(
  'a scored show that is set back to %s leaves the record',
  async (status) => {
    await housePicked(show);
    await play(songs[0]);
    expect((await read('house'))[1]).toHaveLength(1);
    await tour.status(show, status);
    expect((await read('house'))[1]).toEqual([]);
    expect((await read('leaderboard/house'))[1]).toEqual([]);
  },
);

it('deleting a show removes it from the record and keeps the others', async () => {
  const kept = await tour.show({ date: new Date(test.clock.now + 80 * HOUR) });
  for (const one of [show, kept]) await housePicked(one);
  await play(songs[0]);
  await tour.play(kept, songs[1] ?? '');
  await tour.status(kept, 'closed');
  expect((await read('house'))[1]).toHaveLength(2);
  await test.admin.delete(`/api/shows/${show}`);
  expect((await read('house'))[1]).toMatchObject([{ show: { id: kept } }]);
  expect((await read(`shows/${show}/house`))[0]).toBe(404);
});
