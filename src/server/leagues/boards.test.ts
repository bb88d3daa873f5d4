import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY, HOUR } from '#contract/durations.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';
import { createChangeVersions } from '../changes/change-versions.ts';
import { leagueMembers } from '../db/schema/leagues.ts';
import { createLeagueBoards } from './boards.ts';

let app: TestApp;
let tour: Tour;
let [ada, ben, bystander]: Caller[] = [];
let songs: string[];
let url: string;
const people = () => [ada, ben, bystander].filter((caller) => caller !== undefined);

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  [ada, ben, bystander] = [
    await app.signUp('Ada'),
    await app.signUp('Ben'),
    await app.signUp('Bystander'),
  ];
  songs = await tour.addSongs('Ember', 'Fathom', 'Gale', 'Harbor');
});
afterAll(() => app.close());

async function get(path: string, caller = ada) {
  const response = await caller?.get(`${url}${path}`);
  return response?.body ? response.json() : undefined;
}

async function playPast(days: number, picks: string[][], played: string[]) {
  const show = await tour.addShow({
    name: `Night ${days}`,
    date: new Date(app.clock.now - days * DAY),
  });
  for (const [index, person] of people().entries()) {
    const songIds = picks[index] ?? [];
    if (songIds.length > 0) await tour.addPrediction(person.userId, show, songIds);
  }
  for (const song of played) await tour.play(show, song);
  await tour.setStatus(show, 'closed');
  return show;
}

it('ranks the members among themselves, beginning with the start show', async () => {
  const [ember = '', fathom = '', gale = '', harbor = ''] = songs;
  await playPast(9, [[ember], [], [ember]], [ember]);
  const start = await playPast(8, [[ember, fathom], [gale, ember], [ember]], [ember, fathom, gale]);
  await playPast(7, [[], [ember, fathom], [ember, fathom, gale]], [ember, harbor, fathom]);
  const league = { name: 'Two', color: 'blue', isListed: false, startShowId: start };
  const { id, invitation } = (await ada?.post('/api/leagues', league))?.json() ?? {};
  url = `/api/leagues/${id}`;
  await ben?.post(`/api/invitations/${invitation}`);

  expect(await get('/season')).toEqual([
    expect.objectContaining({ rank: 1, username: 'Ben', totalPoints: 71, nightsWon: 1, shows: 2 }),
    expect.objectContaining({ rank: 2, username: 'Ada', totalPoints: 68, nightsWon: 1, shows: 1 }),
  ]);
  expect((await get('/season'))[0].showCount).toBe(2);
  expect(await get('/season?limit=1&offset=1')).toMatchObject([{ rank: 2, username: 'Ada' }]);
  const nights = await get('/nights');
  expect(
    nights.map(({ show, winners }: { show: { name: string }; winners: object[] }) => [
      show.name,
      winners,
    ]),
  ).toEqual([
    ['Night 7', [{ userId: ben?.userId, username: 'Ben' }]],
    ['Night 8', [{ userId: ada?.userId, username: 'Ada' }]],
  ]);
  expect(await get('/nights?limit=1&offset=1')).toEqual(nights.slice(1));
  expect(nights[0].winnerCount).toBe(1);
  expect(await get('/tonight')).toMatchObject({
    ...{ show: { name: 'Night 7' }, total: 1, rows: [{ rank: 1, username: 'Ben' }] },
  });
});

it('breaks a tie of points and nights by exact spots', async () => {
  const [ember = '', fathom = '', gale = ''] = songs;
  // 41 points each: the opener in its spot, and the closer in another spot.
  const start = await playPast(6, [[ember], [gale]], [ember, fathom]);
  await tour.play(start, gale, { isCloser: true });
  const league = { name: 'Tied', color: 'rose', isListed: false, startShowId: start };
  const { id, invitation } = (await ada?.post('/api/leagues', league))?.json() ?? {};
  url = `/api/leagues/${id}`;
  await ben?.post(`/api/invitations/${invitation}`);
  expect(await get('/season')).toMatchObject([
    { rank: 1, username: 'Ada', nightsWon: 1 },
    { rank: 2, username: 'Ben', nightsWon: 1 },
  ]);
});

it('follows the live show, and lists only members with a sheet before it starts', async () => {
  const [ember = '', fathom = ''] = songs;
  const show = await tour.addShow({ name: 'Tonight', date: new Date(app.clock.now + 4 * HOUR) });
  const league = { name: 'Live', color: 'plum', isListed: false, startShowId: show };
  const { id, invitation } = (await ada?.post('/api/leagues', league))?.json() ?? {};
  url = `/api/leagues/${id}`;
  await ben?.post(`/api/invitations/${invitation}`);
  if (ben) await tour.predict(ben, show, [fathom, ember]);
  if (bystander) await tour.predict(bystander, show, [ember]);

  expect(await get('/tonight')).toEqual({ show: null, total: 0, rows: [] });
  const sheets = await ada?.get(`${url}/sheets`);
  expect(sheets?.json()).toMatchObject({
    ...{ show: { name: 'Tonight' }, submitted: 1, missingCount: 1 },
    missing: [{ username: 'Ada' }],
  });
  for (const song of songs) expect(sheets?.body).not.toContain(song);

  app.clock.now += 3 * HOUR + 1;
  expect(await get('/sheets')).toMatchObject({ show: null, missing: [] });
  await tour.setStatus(show, 'live');
  await tour.play(show, ember);
  expect(await get('/tonight')).toMatchObject({
    show: { status: 'live' },
    rows: [{ username: 'Ben', totalPoints: 10, rank: 1 }],
  });
  await tour.play(show, fathom);
  expect((await get('/tonight')).rows).toMatchObject([{ totalPoints: 20 }]);
});

it('has no board for a show that no member predicted or that is earlier than the start show', async () => {
  const [ember = ''] = songs;
  const now = app.clock.now;
  const tonight = await tour.addShow({ name: 'Full house', date: new Date(now) });
  const later = await tour.addShow({ name: 'Later', date: new Date(now + DAY) });
  if (bystander) await tour.addPrediction(bystander.userId, tonight, [ember]);
  await tour.setStatus(tonight, 'live');
  await tour.play(tonight, ember);
  const makeLeague = async (caller: Caller | undefined, startShowId: string) => {
    const league = { name: 'None', color: 'plum', isListed: true, startShowId };
    url = `/api/leagues/${(await caller?.post('/api/leagues', league))?.json().id}`;
  };
  const empty = { show: null, total: 0, rows: [] };
  await makeLeague(bystander, later);
  expect(await get('/tonight')).toEqual(empty);
  await makeLeague(ada, tonight);
  expect(await get('/tonight')).toEqual(empty);
  await bystander?.post(`${url}/members`);
  expect(await get('/tonight')).toMatchObject({ show: { name: 'Full house' }, total: 1 });
});

it('lists the first ten winners of a night and returns the number of all winners', async () => {
  const [ember = ''] = songs;
  const night = await tour.addShow({ name: 'Tie', date: new Date(app.clock.now - DAY / 2) });
  const crowd = await tour.addFans(12, 'Crowd');
  for (const userId of crowd) await tour.addPrediction(userId, night, [ember]);
  await tour.play(night, ember);
  await tour.setStatus(night, 'closed');
  const league = { name: 'Crowd', color: 'green', isListed: true, startShowId: night };
  const { id } = (await ada?.post('/api/leagues', league))?.json() ?? {};
  const joinedAt = new Date(app.clock.now);
  await app.database.db
    .insert(leagueMembers)
    .values(crowd.map((userId) => ({ leagueId: id, userId, joinedAt })));
  url = `/api/leagues/${id}`;
  const [tie] = await get('/nights');
  expect([tie.winners.length, tie.winnerCount]).toEqual([10, 12]);
});

it("ranks once per change to the league's data, for all pages", async () => {
  const { db } = app.database;
  const [bus, reads] = [createLocalBus(), { count: 0 }];
  const changeVersions = createChangeVersions(bus);
  const countingDb = new Proxy(db, {
    get(target, name) {
      if (name === 'execute') reads.count += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const forShow = () => Promise.reject(new Error('No show is ranked'));
  const boards = createLeagueBoards({ db: countingDb, changeVersions }, { forShow });
  const id = url.replace('/api/leagues/', '');
  const changed = (subjectId: string) => bus.publish([{ topic: 'league', subjectId, version: 1 }]);
  const readAll = () => Promise.all([boards.season(id), boards.season(id), boards.nights(id)]);

  await readAll();
  await changed(ada?.userId ?? '');
  await readAll();
  expect(reads.count).toBe(2);
  await changed(id);
  await readAll();
  expect(reads.count).toBe(4);
});
