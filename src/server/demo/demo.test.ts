import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { REFUSED_IN_DEMO } from '#contract/demo.ts';
import { DAY, HOUR } from '#contract/durations.ts';
import {
  type Caller,
  callerOf,
  openTestApp,
  signIn,
  type TestApp,
} from '../../../tests/support/test-app.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { users } from '../db/schema/accounts.ts';
import { openDemo, type RunningDemo } from './demo.ts';

let folder: string;
let stage: TestApp;
let tour: Tour;
let demo: RunningDemo;
let started: Parameters<typeof openDemo>[1];
let visitor: Caller;
let songs: string[];
let show: string;
let database: Awaited<ReturnType<typeof openTestDatabase>>;

/** Prepares what an operator would: a fan with a played game, another without, and an upcoming show. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'called-it-demo-'));
  database = await openTestDatabase();
  const prepared = await openTestApp({}, async () => ({ ...database, close: async () => {} }));
  tour = planTour(prepared);
  songs = await tour.songs('Ember', 'Fathom');
  const [, player] = [await prepared.signUp('Aster'), await prepared.signUp('Marigold')];
  const played = await tour.show({ date: new Date(prepared.clock.now - DAY) });
  await tour.predicted(player.userId, played, songs);
  await tour.play(played, songs[0] ?? '');
  await tour.status(played, 'closed');
  const date = new Date(prepared.clock.now + 2 * DAY);
  show = await tour.show({ date, locksAt: new Date(+date - 3 * HOUR) });
  await prepared.close();

  const clock = { now: Date.now() };
  started = { file: join(folder, 'demo.backup'), hours: 6, clock: () => clock.now };
  demo = await openDemo(database.db, started);
  stage = await openTestApp({ demo, clock: () => clock.now }, async () => database);
  Object.assign(stage, { clock });
  const { email, password } = (await stage.visitor.get('/api/demo')).json();
  visitor = callerOf(stage.app, { email, password });
  await signIn(visitor);
});
it('refuses to open without a fan and says how to create some', async () => {
  const empty = await openTestDatabase();
  const file = join(folder, 'none.backup');
  await expect(openDemo(empty.db, { ...started, file })).rejects.toThrow(
    /^A demo needs a fan to sign in as, .*npm run demo -- --into DATA_DIR\.$/,
  );
  await empty.close();
});

afterEach(async () => {
  await stage.close();
  await rm(folder, { recursive: true, force: true });
});

const predict = (songIds: string[]) => visitor.post('/api/predictions', { showId: show, songIds });
const predictions = async () => (await visitor.get('/api/predictions/my-predictions')).json();

it('signs visitors in as the fan with the most games, never as an administrator', async () => {
  expect((await stage.visitor.get('/api/demo')).json()).toMatchObject({ username: 'Marigold' });
  expect((await visitor.get('/api/auth/user')).json()).toMatchObject({
    username: 'Marigold',
    isAdmin: false,
  });
});

it('allows reading and predicting and refuses everything else with a sentence', async () => {
  expect((await predict(songs)).statusCode).toBe(201);
  for (const path of ['/api/shows', '/api/leaderboard', '/api/songs', '/api/forums/threads'])
    expect((await visitor.get(path)).statusCode).toBe(200);
  const body = { email: 'new@example.com', username: 'New', password: 'long enough' };
  for (const refused of [
    visitor.patch('/api/user/profile', { username: 'Vandal' }),
    visitor.post('/api/user/export'),
    visitor.post('/api/forums/threads', { title: 'T', category: 'General', content: 'C' }),
    visitor.post('/api/user/deletion', { currentPassword: visitor.password, isConfirmed: true }),
    visitor.get('/api/user/sessions'),
    stage.visitor.post('/api/auth/register', body),
    stage.visitor.post('/api/auth/forgot-password', { email: visitor.email }),
  ]) {
    const { statusCode, body: text } = await refused;
    expect([statusCode, JSON.parse(text).message]).toEqual([403, REFUSED_IN_DEMO]);
  }
  expect((await visitor.post('/api/auth/logout')).statusCode).toBe(204);
});

it('does not restrict administrators', async () => {
  const [song] = ['Gale'];
  expect((await stage.admin.post('/api/songs', { title: song })).statusCode).toBe(201);
});

it('resets exactly when its hours are over, also for signed-in visitors', async () => {
  const { resetsAt } = demo.facts();
  await predict(songs);
  await stage.admin.post('/api/songs', { title: `Song ${randomUUID()}` });
  stage.clock.now = Date.parse(resetsAt) - 1;
  expect(await demo.resetIfDue()).toBe(false);
  expect(await predictions()).toHaveLength(2);
  stage.clock.now += 1;
  expect(await demo.resetIfDue()).toBe(true);
  expect(await demo.resetIfDue()).toBe(false);
  expect(Date.parse(demo.facts().resetsAt)).toBe(stage.clock.now + 6 * HOUR);
  expect(await predictions()).toMatchObject([{ points: expect.any(Number) }]);
  expect((await visitor.get('/api/songs')).json()).toHaveLength(2);
});

it('moves its dates on, so that there are always upcoming shows', async () => {
  const before = (await visitor.get(`/api/shows/${show}`)).json();
  stage.clock.now += 5 * DAY + HOUR;
  expect(await demo.resetIfDue()).toBe(true);
  await signIn(visitor);
  const after = (await visitor.get(`/api/shows/${show}`)).json();
  const days = (Date.parse(after.date) - Date.parse(before.date)) / DAY;
  expect(Math.round(days)).toBe(5);
  expect((await visitor.get('/api/shows/upcoming')).json()).toMatchObject([{ id: show }]);
});

it('moves explicit lock times with their shows', async () => {
  stage.clock.now += 4 * DAY;
  expect(await demo.resetIfDue()).toBe(true);
  await signIn(visitor);
  const { date, locksAt } = (await visitor.get(`/api/shows/${show}`)).json();
  expect(Date.parse(date) - Date.parse(locksAt)).toBe(3 * HOUR);
  expect((await predict(songs)).statusCode).toBe(201);
});

it('keeps the fan with the password after a restart', async () => {
  await database.db.update(users).set({ gamesPlayed: 9 }).where(eq(users.username, 'Aster'));
  const again = await openDemo(database.db, started);
  expect(again.facts().username).toBe('Marigold');
  await database.db.delete(users).where(eq(users.username, 'Marigold'));
  const without = await openDemo(database.db, started);
  expect(without.facts().username).toBe('Aster');
  stage.clock.now += 6 * HOUR;
  expect(await without.resetIfDue()).toBe(true);
  expect(without.facts().username).toBe('Marigold');
});

it('returns no demo account on other sites', async () => {
  const plain = await openTestApp();
  expect((await plain.visitor.get('/api/demo')).statusCode).toBe(204);
  await plain.close();
});
