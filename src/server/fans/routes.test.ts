import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import type { Fan } from '#contract/fans.ts';
import {
  type Caller,
  createCaller,
  openTestApp,
  type TestApp,
} from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { users } from '../db/schema/accounts.ts';

let app: TestApp;
let tour: Tour;
let songs: string[];
let bystander: Caller;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  songs = await tour.addSongs('Ember', 'Fathom', 'Gallop');
  bystander = await app.signUp('Bystander');
});
afterAll(() => app.close());

const visit = (username: string, caller = bystander) =>
  caller.get(`/api/fans/${encodeURIComponent(username)}`);

async function readFan(username: string): Promise<Fan> {
  const response = await visit(username);
  expect(response.statusCode).toBe(200);
  return response.json();
}

async function playShow(showId: string) {
  const [ember = '', fathom = ''] = songs;
  await tour.setStatus(showId, 'live');
  await tour.play(showId, ember);
  await tour.play(showId, fathom, { isCloser: true });
  await tour.setStatus(showId, 'closed');
}

const NOTHING = { hits: 0, of: 0 };

test('a fan without a scored show has a profile and no results', async () => {
  const fan = await app.signUp('Avocet');
  const page = await readFan('Avocet');
  expect(page).toEqual({
    userId: fan.userId,
    username: 'Avocet',
    memberSince: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    ...{ bio: null, bioHidden: null, location: null, favoriteSong: null, homeVenue: null },
    ...{ totalPoints: 0, gamesPlayed: 0, averageScore: '0.00', rank: null },
    hitRates: { opener: NOTHING, closer: NOTHING, exact: NOTHING, any: NOTHING },
    ...{ bestCalls: [], achievements: [], tours: [], results: [] },
  });
});

test('shows results, tours, hit rates, best calls and achievements of scored shows', async () => {
  const [fan, rival] = [await app.signUp('Brant'), await app.signUp('Coot')];
  const [ember = '', fathom = '', gallop = ''] = songs;
  const date = (days: number) => new Date(app.clock.now + days * 24 * HOUR);
  const first = await tour.addShow({ name: 'First', tourName: 'Fall', date: date(2) });
  const second = await tour.addShow({ name: 'Second', tourName: 'Fall', date: date(3) });
  const single = await tour.addShow({ name: 'Single', date: date(4) });
  await tour.predict(fan, first, [ember, fathom]);
  await tour.predict(rival, first, [gallop, ember]);
  await tour.predict(rival, second, [ember, fathom]);
  await tour.predict(fan, second, [fathom, gallop]);
  await tour.predict(fan, single, [gallop]);
  for (const showId of [first, second, single]) await playShow(showId);

  const page = await readFan('Brant');
  expect(page).toMatchObject({ totalPoints: 92, gamesPlayed: 3, averageScore: '30.67' });
  expect(page.rank).toBe((await fan.get('/api/leaderboard/me')).json().rank);
  expect(page.results.map(({ show, ...result }) => [show.name, result])).toEqual([
    ['Single', { points: 0, rank: 1, total: 1 }],
    ['Second', { points: 10, rank: 2, total: 2 }],
    ['First', { points: 82, rank: 1, total: 2 }],
  ]);
  expect(page.tours).toEqual([
    { name: 'Fall', showCount: 2, points: 92, rank: 1, total: 2, isOver: true },
  ]);
  expect((await readFan('Coot')).tours).toEqual([
    { name: 'Fall', showCount: 2, points: 92, rank: 1, total: 2, isOver: true },
  ]);
  expect(page.hitRates).toEqual({
    opener: { hits: 1, of: 3 },
    closer: { hits: 1, of: 3 },
    exact: { hits: 2, of: 5 },
    any: { hits: 3, of: 5 },
  });
  expect(page.bestCalls.map(({ title, points }) => [title, points])).toEqual([
    ['Fathom', 51],
    ['Ember', 41],
  ]);
  expect(page.achievements).toEqual([{ name: 'bookends', showId: first, times: 1 }]);
  await fan.patch('/api/user/profile', { hasPrivateSheets: true });
  expect(await readFan('Brant')).toMatchObject({ bestCalls: [], totalPoints: 92 });
  expect((await visit('Brant')).body).not.toMatch(/Ember|Fathom|Gallop/);

  // A correction to the first show changes both fans' tours.
  await tour.play(first, gallop, { isCloser: true });
  await app.admin.delete(`/api/shows/${first}/setlist/${await findRow(first, fathom)}`);
  expect(await readFan('Brant')).toMatchObject({
    totalPoints: 51,
    achievements: [],
    tours: [{ points: 51, rank: 2, total: 2 }],
  });
  expect((await readFan('Coot')).tours).toMatchObject([{ points: 102, rank: 1 }]);
  await tour.setStatus(second, 'open', 'freeze');
  expect((await readFan('Brant')).results.map(({ show }) => show.name)).toEqual([
    'Single',
    'First',
  ]);
});

async function findRow(showId: string, songId: string): Promise<string> {
  const rows: { id: string; songId: string }[] = (
    await app.admin.get(`/api/shows/${showId}/setlist`)
  ).json();
  return rows.find((row) => row.songId === songId)?.id ?? '';
}

test('a prediction without points appears nowhere', async () => {
  const fan = await app.signUp('Dunlin');
  const [ember = ''] = songs;
  const before = await visit('Dunlin');
  const showId = await tour.addShow({ tourName: 'Spring' });
  await tour.predict(fan, showId, [ember]);
  const expectNoTrace = async () => {
    const response = await visit('Dunlin');
    expect(response.body).toBe(before.body);
    expect(response.headers.etag).toBe(before.headers.etag);
  };
  await expectNoTrace();
  await tour.setStatus(showId, 'live');
  await tour.play(showId, ember);
  await expectNoTrace();
  await tour.setStatus(showId, 'closed');
  expect((await readFan('Dunlin')).results).toHaveLength(1);
});

test("hides the fan's hidden fields from everyone", async () => {
  const fan = await app.signUp('Egret');
  const fields = { bio: 'Since 1994.', location: 'Ghent', favoriteSong: 'Ember' };
  const profile = { ...fields, homeVenue: 'The Barn' };
  await fan.patch('/api/user/profile', profile);
  expect(await readFan('Egret')).toMatchObject(profile);
  const hidden = { hiddenFields: ['location', 'homeVenue'] };
  const response = await fan.patch('/api/user/profile', hidden);
  expect(response.json()).toMatchObject({ ...profile, ...hidden });
  for (const viewer of [bystander, fan, app.admin]) {
    const page = await visit('Egret', viewer);
    expect(page.json()).toMatchObject({ bio: 'Since 1994.', location: null, homeVenue: null });
    expect(page.body).not.toMatch(/Ghent|Barn/);
  }
});

test('never contains the email address or the role', async () => {
  const { body } = await visit((await app.admin.get('/api/auth/user')).json().username);
  expect(body).not.toMatch(/@|email|admin":|password/i);
});

test.each([
  ['İstanbul 123', 'i̇stanbul 123'],
  ['Heron', 'HERON'],
  ['a/b?c#d&e=f', 'A/B?C#D&E=F'],
  ['J. R. Smith', 'j. r. smith'],
  ['100% Ember', '100% ember'],
  ['/'.repeat(100), '/'.repeat(100)],
  ['雀'.repeat(100), '雀'.repeat(100)],
])('finds %s by its name in any case', async (username, typed) => {
  const email = `fan-${Buffer.from(username).toString('hex').slice(0, 40)}@example.com`;
  const newcomer = createCaller(app.fastify, { email, password: 'long enough' });
  const body = { username, email, password: newcomer.password };
  expect((await newcomer.post('/api/auth/register', body)).statusCode).toBe(201);
  expect((await readFan(typed)).username).toBe(username);
});

test.each([
  ['an unknown name', 'No One Here'],
  ['a name that is too long', 'x'.repeat(101)],
  ['an invisible character', 'Bystander\u200b'],
  ['a control character', 'Bystander\u0007'],
  ['a house player', 'notebook'],
])('responds with 404 to %s', async (_, username) => {
  const response = await visit(username);
  expect([response.statusCode, response.json().message]).toEqual([
    404,
    "There's no fan with this name.",
  ]);
});

test('finds a renamed fan under the new name only, and no deleted account', async () => {
  const fan = await app.signUp('Gannet');
  await readFan('Gannet');
  await fan.patch('/api/user/profile', { username: 'Gadwall' });
  expect((await visit('Gannet')).statusCode).toBe(404);
  expect((await readFan('Gadwall')).userId).toBe(fan.userId);
  await fan.post('/api/user/deletion', { currentPassword: fan.password, isConfirmed: true });
  expect((await visit('Gadwall')).statusCode).toBe(404);
});

test('the database rejects a hidden field that no profile has', async () => {
  const { db } = app.database;
  const values = { hiddenFields: ['email'] as never };
  await expect(
    db.update(users).set(values).where(eq(users.id, bystander.userId)),
  ).rejects.toThrow();
});

test('requires a session', async () => {
  expect((await visit('Bystander', app.visitor)).statusCode).toBe(401);
});
