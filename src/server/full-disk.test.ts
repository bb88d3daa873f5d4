import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { UNSUBSCRIBE_PATH } from '#contract/notifications.ts';
import type { Song } from '#contract/songs.ts';
import { loadEndpoints } from '../../tests/support/every-call.ts';
import {
  type Caller,
  createCaller,
  openTestApp,
  signIn,
  type TestApp,
} from '../../tests/support/test-app.ts';
import { planTour } from '../../tests/support/tour.ts';
import { UNCHECKED_DISK } from './db/disk-space.ts';
import { users } from './db/schema/accounts.ts';
import { notificationPreferences } from './db/schema/notifications.ts';
import { startNotifications } from './notifications/send-notifications.ts';
import { createUnsubscribeToken, loadSigningKey } from './notifications/unsubscribe-token.ts';

const MB = 1024 * 1024;
const endpoints = [...(await loadEndpoints())];
const writes = endpoints.filter(([, { method }]) => method !== 'GET');
const freesSpace = ({ method, worksOnFullDisk }: Endpoint) =>
  method === 'DELETE' || worksOnFullDisk;
const reads = endpoints.filter(([, { method, path }]) => method === 'GET' && !path.includes('{'));

let free = 65 * MB;
let app: TestApp;
let fan: Caller;
beforeAll(async () => {
  app = await openTestApp({ freeBytes: async () => free });
  fan = await app.signUp('Fan');
});
afterAll(() => app.close());

async function setFreeBytes(bytes: number, status: number): Promise<void> {
  free = bytes;
  const post = async () => (await app.admin.post('/api/songs', {})).statusCode;
  await expect.poll(post).toBe(status);
}
const fill = () => setFreeBytes(63 * MB, 507);
const freeSpace = () => setFreeBytes(65 * MB, 400);
beforeEach(fill);

async function fetchStatus(
  { method, path }: Endpoint,
  cookie = app.admin.cookie ?? '',
): Promise<number> {
  const url = path.replaceAll(/\{\w+\}/g, '5a1c3d1e-0000-4000-8000-000000000000');
  return (await app.fastify.inject({ method, url, headers: { cookie } })).statusCode;
}

it.each(writes.filter(([, endpoint]) => !freesSpace(endpoint)))(
  'rejects %s below 64 MB',
  async (_, endpoint) => {
    expect(await fetchStatus(endpoint)).toBe(507);
  },
);

it('allows sign-in, sign-out and deletions below 64 MB, and rejects them below 16 MB', async () => {
  const admin = createCaller(app.fastify, app.admin);
  await signIn(admin);
  const endsSession = ([name]: (typeof writes)[number]) => Number(name === 'logout');
  const freeingWrites = writes
    .filter(([, endpoint]) => freesSpace(endpoint))
    .toSorted((a, b) => endsSession(a) - endsSession(b));
  const checkWrites = async (cookie: string | undefined) => {
    const outcomes: [string, boolean][] = [];
    for (const [name, endpoint] of freeingWrites)
      outcomes.push([name, (await fetchStatus(endpoint, cookie)) === 507]);
    return outcomes;
  };
  const outcomes = await checkWrites(admin.cookie);
  expect(outcomes.map(([name]) => name)).toEqual(
    expect.arrayContaining(['login', 'logout', 'passkeySignIn', 'confirmSignIn', 'deleteSong']),
  );
  expect(outcomes.filter(([, isRefused]) => isRefused)).toEqual([]);
  free = 15 * MB;
  await expect
    .poll(async () => (await app.visitor.post('/api/auth/login', {})).statusCode)
    .toBe(507);
  expect((await checkWrites(app.admin.cookie)).filter(([, isRefused]) => !isRefused)).toEqual([]);
});

it('lets an administrator sign in, delete and sign out below 64 MB', async () => {
  await freeSpace();
  const { id } = (await app.admin.post('/api/songs', { title: 'Ballast' })).json();
  await app.admin.post('/api/songs', { title: 'Bystander' });
  await fill();
  const admin = createCaller(app.fastify, app.admin);
  await signIn(admin);
  expect((await admin.delete(`/api/songs/${id}`)).statusCode).toBe(204);
  expect((await admin.post('/api/auth/logout')).statusCode).toBe(204);
  const titles = (await app.admin.get('/api/songs')).json().map((song: Song) => song.title);
  expect(titles).toContain('Bystander');
  expect(titles).not.toContain('Ballast');
});

it('serves reads, and accepts writes again when there is space', async () => {
  const fetchStatuses = async () => {
    const statuses: [string, number][] = [];
    for (const [name, endpoint] of reads) statuses.push([name, await fetchStatus(endpoint)]);
    return statuses;
  };
  const statusesWhileFull = await fetchStatuses();
  await freeSpace();
  expect(await fetchStatuses()).toEqual(statusesWhileFull);
  expect((await app.admin.post('/api/songs', { title: 'Room Enough' })).statusCode).toBe(201);
});

it('asks a fan to retry unsubscribing when there is no space', async () => {
  const { db } = app.database;
  const token = createUnsubscribeToken(
    { userId: fan.userId, kind: 'result' },
    await loadSigningKey(db),
  );
  const unsubscribe = () => app.visitor.post(`${UNSUBSCRIBE_PATH}?token=${token}`);
  const response = await unsubscribe();
  expect([response.statusCode, response.body]).toEqual([507, expect.stringContaining('<button>')]);
  expect(await db.$count(notificationPreferences)).toBe(0);
  await freeSpace();
  expect((await unsubscribe()).statusCode).toBe(200);
  expect(await db.$count(notificationPreferences)).toBe(1);
});

it('sends no notifications until there is space', async () => {
  const { db } = app.database;
  await db.update(users).set({ emailVerifiedAt: new Date() });
  const reminder = { channel: 'mail', kind: 'reminder', isWanted: true } as const;
  await db.insert(notificationPreferences).values({ userId: fan.userId, ...reminder });
  await planTour(app).addShow({ date: new Date(app.clock.now + 3 * 60 * 60 * 1000) });
  let isFull = true;
  let checks = 0;
  let sentCount = 0;
  const context = { db, clock: () => app.clock.now, log: app.fastify.log };
  const runOnce = async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const sending = startNotifications(
      {
        ...context,
        disk: {
          ...UNCHECKED_DISK,
          async isFull() {
            checks += 1;
            return isFull;
          },
        },
      },
      {
        async mail() {
          sentCount += 1;
        },
      },
    );
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    await expect.poll(() => (isFull ? checks : sentCount)).toBe(1);
    await sending.close();
  };
  await runOnce();
  expect(sentCount).toBe(0);
  isFull = false;
  await runOnce();
  expect(sentCount).toBe(1);
});
