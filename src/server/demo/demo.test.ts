import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, isNotNull } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { REJECTED_IN_DEMO } from '#contract/demo.ts';
import { DAY, HOUR } from '#contract/durations.ts';
import {
  type Caller,
  createCaller,
  openTestApp,
  signIn,
  type TestApp,
} from '../../../tests/support/test-app.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { ok, planTour, setStatus, type Tour } from '../../../tests/support/tour.ts';
import { users } from '../db/schema/accounts.ts';
import { shows } from '../db/schema/shows.ts';
import { webhookDeliveries } from '../db/schema/webhooks.ts';
import { openDemo, type RunningDemo } from './demo.ts';

let folder: string;
let app: TestApp;
let tour: Tour;
let demo: RunningDemo;
let demoContext: Parameters<typeof openDemo>[1];
let visitor: Caller;
let songs: string[];
let show: string;
let database: Awaited<ReturnType<typeof openTestDatabase>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'called-it-demo-'));
  database = await openTestDatabase();
  const prepared = await openTestApp({}, async () => ({ ...database, close: async () => {} }));
  tour = planTour(prepared);
  songs = await tour.addSongs('Ember', 'Fathom');
  const [, player] = [await prepared.signUp('Aster'), await prepared.signUp('Marigold')];
  const post = { title: 'Hello', category: 'General', content: 'Hello' };
  expect((await player.post('/api/forums/threads', post)).statusCode).toBe(201);
  const played = await tour.addShow({ date: new Date(prepared.clock.now - DAY) });
  await tour.addPrediction(player.userId, played, songs);
  await tour.play(played, songs[0] ?? '');
  await tour.setStatus(played, 'closed');
  await tour.play(played, songs[1] ?? '');
  const date = new Date(prepared.clock.now + 2 * DAY);
  show = await tour.addShow({ date, locksAt: new Date(+date - 3 * HOUR) });
  await prepared.close();

  const clock = { now: Date.now() };
  demoContext = { file: join(folder, 'demo.backup'), hours: 6, clock: () => clock.now };
  demo = await openDemo(database.db, demoContext);
  app = await openTestApp({ demo, clock: () => clock.now }, async () => database);
  Object.assign(app, { clock });
  const { email, password } = (await app.visitor.get('/api/demo')).json();
  visitor = createCaller(app.fastify, { email, password });
  await signIn(visitor);
});
it('fails to open if there are no fans and explains how to create some', async () => {
  const empty = await openTestDatabase();
  const file = join(folder, 'none.backup');
  await expect(openDemo(empty.db, { ...demoContext, file })).rejects.toThrow(
    /^A demo needs a fan to sign in as, .*without DEMO_RESET_HOURS, and sign up .*npm run demo -- --into DATA_DIR in a clone\.$/,
  );
  await empty.close();
});

afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const predict = (songIds: string[]) => visitor.post('/api/predictions', { showId: show, songIds });
async function findCorrections() {
  const { correctedAt } = shows;
  const rows = await database.db.select({ correctedAt }).from(shows).where(isNotNull(correctedAt));
  return rows.map((row) => row.correctedAt);
}
const fetchPredictions = async () => (await visitor.get('/api/predictions/my-predictions')).json();

it('signs visitors in as the fan with the most games, never as an administrator', async () => {
  expect((await app.visitor.get('/api/demo')).json()).toMatchObject({ username: 'Marigold' });
  expect((await visitor.get('/api/auth/user')).json()).toMatchObject({
    username: 'Marigold',
    isAdmin: false,
  });
});

it('allows reading and predicting and rejects everything else with a message', async () => {
  expect((await predict(songs)).statusCode).toBe(201);
  for (const path of ['/api/shows', '/api/leaderboard', '/api/songs', '/api/forums/threads'])
    expect((await visitor.get(path)).statusCode).toBe(200);
  const body = { email: 'new@example.com', username: 'New', password: 'long enough' };
  for (const request of [
    visitor.patch('/api/user/profile', { username: 'Vandal' }),
    visitor.post('/api/user/export'),
    visitor.post('/api/forums/threads', { title: 'T', category: 'General', content: 'C' }),
    visitor.post('/api/user/deletion', { currentPassword: visitor.password, isConfirmed: true }),
    visitor.get('/api/user/sessions'),
    app.visitor.post('/api/auth/register', body),
    app.visitor.post('/api/auth/forgot-password', { email: visitor.email }),
  ]) {
    const { statusCode, body: text } = await request;
    expect([statusCode, JSON.parse(text).message]).toEqual([403, REJECTED_IN_DEMO]);
  }
  expect((await visitor.post('/api/auth/logout')).statusCode).toBe(204);
});

it('does not restrict administrators', async () => {
  expect((await app.admin.post('/api/songs', { title: 'Gale' })).statusCode).toBe(201);
});

it('resets exactly when its period ends, even for signed-in visitors', async () => {
  const { resetsAt } = demo.describe();
  await predict(songs);
  await app.admin.post('/api/songs', { title: `Song ${randomUUID()}` });
  app.clock.now = Date.parse(resetsAt) - 1;
  expect(await demo.resetIfDue()).toBe(false);
  expect(await fetchPredictions()).toHaveLength(2);
  app.clock.now += 1;
  expect(await demo.resetIfDue()).toBe(true);
  expect(await demo.resetIfDue()).toBe(false);
  expect(Date.parse(demo.describe().resetsAt)).toBe(app.clock.now + 6 * HOUR);
  expect(await fetchPredictions()).toMatchObject([{ points: expect.any(Number) }]);
  expect((await visitor.get('/api/songs')).json()).toHaveLength(2);
});

it('never sends webhook events, and removes them and their webhooks on a reset', async () => {
  const webhook = { url: 'https://example.org', description: '', events: ['show.changed'] };
  ok(await app.admin.post('/api/admin/webhooks', webhook));
  await setStatus(app.admin, show, 'postponed');
  expect(await database.db.$count(webhookDeliveries)).toBe(1);
  app.clock.now += 6 * HOUR;
  expect(await demo.resetIfDue()).toBe(true);
  expect(await database.db.$count(webhookDeliveries)).toBe(0);
  await setStatus(app.admin, show, 'postponed');
  expect(await database.db.$count(webhookDeliveries)).toBe(0);
});

it('shifts dates on a reset, so that there are always upcoming shows', async () => {
  const previousShow = (await visitor.get(`/api/shows/${show}`)).json();
  const [previousCorrection] = await findCorrections();
  const [previousThread] = (await visitor.get('/api/forums/threads')).json();
  app.clock.now += 5 * DAY + HOUR;
  expect(await demo.resetIfDue()).toBe(true);
  await signIn(visitor);
  const shiftedShow = (await visitor.get(`/api/shows/${show}`)).json();
  const days = (Date.parse(shiftedShow.date) - Date.parse(previousShow.date)) / DAY;
  expect(Math.round(days)).toBe(5);
  expect((await visitor.get('/api/shows/upcoming')).json()).toMatchObject([{ id: show }]);
  const [correction] = await findCorrections();
  expect(Number(correction) - Number(previousCorrection)).toBe(5 * DAY);
  const [thread] = (await visitor.get('/api/forums/threads')).json();
  expect(Date.parse(thread.lastActivityAt) - Date.parse(previousThread.lastActivityAt)).toBe(
    5 * DAY,
  );
});

it('moves explicit lock times with their shows', async () => {
  app.clock.now += 4 * DAY;
  expect(await demo.resetIfDue()).toBe(true);
  await signIn(visitor);
  const { date, locksAt } = (await visitor.get(`/api/shows/${show}`)).json();
  expect(Date.parse(date) - Date.parse(locksAt)).toBe(3 * HOUR);
  expect((await predict(songs)).statusCode).toBe(201);
});

it('keeps the fan that visitors share after a restart', async () => {
  await database.db.update(users).set({ gamesPlayed: 9 }).where(eq(users.username, 'Aster'));
  const reopened = await openDemo(database.db, demoContext);
  expect(reopened.describe().username).toBe('Marigold');
  await database.db.delete(users).where(eq(users.username, 'Marigold'));
  const reopenedWithoutFan = await openDemo(database.db, demoContext);
  expect(reopenedWithoutFan.describe().username).toBe('Aster');
  app.clock.now += 6 * HOUR;
  expect(await reopenedWithoutFan.resetIfDue()).toBe(true);
  expect(reopenedWithoutFan.describe().username).toBe('Marigold');
});

it('returns 204 on sites that are not demos', async () => {
  const plain = await openTestApp();
  expect((await plain.visitor.get('/api/demo')).statusCode).toBe(204);
  await plain.close();
});
