import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { UNSUBSCRIBE_PATH } from '#contract/notifications.ts';
import type { Song } from '#contract/songs.ts';
import { endpointsOfContract } from '../../tests/support/every-call.ts';
import {
  type Caller,
  callerOf,
  openTestApp,
  signIn,
  type TestApp,
} from '../../tests/support/test-app.ts';
import { planTour } from '../../tests/support/tour.ts';
import { ROOM_ELSEWHERE } from './db/disk-space.ts';
import { users } from './db/schema/accounts.ts';
import { notificationPreferences } from './db/schema/notifications.ts';
import { startNotifications } from './notifications/send-notifications.ts';
import { signingKey, signUnsubscribing } from './notifications/unsubscribe-token.ts';

const MB = 1024 * 1024;
const endpoints = [...(await endpointsOfContract())];
const writes = endpoints.filter(([, { method }]) => method !== 'GET');
const makesRoom = ({ method, worksOnFullDisk }: Endpoint) => method === 'DELETE' || worksOnFullDisk;
const reads = endpoints.filter(([, { method, path }]) => method === 'GET' && !path.includes('{'));

let free = 65 * MB;
let server: TestApp;
let fan: Caller;
beforeAll(async () => {
  server = await openTestApp({ freeBytes: async () => free });
  fan = await server.signUp('Fan');
});
afterAll(() => server.close());

/** What the server finds when it looks again. */
async function leave(bytes: number, status: number): Promise<void> {
  free = bytes;
  const ask = async () => (await server.admin.post('/api/songs', {})).statusCode;
  await expect.poll(ask).toBe(status);
}
const fill = () => leave(63 * MB, 507);
const makeRoom = () => leave(65 * MB, 400);
beforeEach(fill);

async function statusOf(
  { method, path }: Endpoint,
  cookie = server.admin.cookie ?? '',
): Promise<number> {
  const url = path.replaceAll(/\{\w+\}/g, '5a1c3d1e-0000-4000-8000-000000000000');
  return (await server.app.inject({ method, url, headers: { cookie } })).statusCode;
}

it.each(writes.filter(([, endpoint]) => !makesRoom(endpoint)))(
  'below 64 MB %s is refused',
  async (_, endpoint) => {
    expect(await statusOf(endpoint)).toBe(507);
  },
);

it('below 64 MB sign-in, sign-out and every deletion work, and below 16 MB they are refused', async () => {
  const again = callerOf(server.app, server.admin);
  await signIn(again);
  const endsSession = ([name]: (typeof writes)[number]) => Number(name === 'logout');
  const makingRoom = writes
    .filter(([, endpoint]) => makesRoom(endpoint))
    .toSorted((a, b) => endsSession(a) - endsSession(b));
  const statuses = async (cookie: string | undefined) => {
    const found: [string, boolean][] = [];
    for (const [name, endpoint] of makingRoom)
      found.push([name, (await statusOf(endpoint, cookie)) === 507]);
    return found;
  };
  const above = await statuses(again.cookie);
  expect(above.map(([name]) => name)).toEqual(
    expect.arrayContaining(['login', 'logout', 'passkeySignIn', 'confirmSignIn', 'deleteSong']),
  );
  expect(above.filter(([, isRefused]) => isRefused)).toEqual([]);
  free = 15 * MB;
  await expect
    .poll(async () => (await server.visitor.post('/api/auth/login', {})).statusCode)
    .toBe(507);
  expect((await statuses(server.admin.cookie)).filter(([, isRefused]) => !isRefused)).toEqual([]);
});

it('below 64 MB an administrator signs in, deletes and signs out', async () => {
  await makeRoom();
  const { id } = (await server.admin.post('/api/songs', { title: 'Ballast' })).json();
  await server.admin.post('/api/songs', { title: 'Bystander' });
  await fill();
  const again = callerOf(server.app, server.admin);
  await signIn(again);
  expect((await again.delete(`/api/songs/${id}`)).statusCode).toBe(204);
  expect((await again.post('/api/auth/logout')).statusCode).toBe(204);
  const titles = (await server.admin.get('/api/songs')).json().map((song: Song) => song.title);
  expect(titles).toContain('Bystander');
  expect(titles).not.toContain('Ballast');
});

it('reading goes on, and writing as soon as there is room', async () => {
  const all = async () => {
    const statuses: [string, number][] = [];
    for (const [name, endpoint] of reads) statuses.push([name, await statusOf(endpoint)]);
    return statuses;
  };
  const meanwhile = await all();
  await makeRoom();
  expect(await all()).toEqual(meanwhile);
  expect((await server.admin.post('/api/songs', { title: 'Room Enough' })).statusCode).toBe(201);
});

it('the page that ends letters says so, and ends them later', async () => {
  const { db } = server.database;
  const token = signUnsubscribing({ userId: fan.userId, kind: 'result' }, await signingKey(db));
  const end = () => server.visitor.post(`${UNSUBSCRIBE_PATH}?token=${token}`);
  const refused = await end();
  expect([refused.statusCode, refused.body]).toEqual([507, expect.stringContaining('<button>')]);
  expect(await db.$count(notificationPreferences)).toBe(0);
  await makeRoom();
  expect((await end()).statusCode).toBe(200);
  expect(await db.$count(notificationPreferences)).toBe(1);
});

it('nobody is told of anything, until there is room', async () => {
  const { db } = server.database;
  await db.update(users).set({ emailVerifiedAt: new Date() });
  const reminder = { channel: 'mail', kind: 'reminder', isWanted: true } as const;
  await db.insert(notificationPreferences).values({ userId: fan.userId, ...reminder });
  await planTour(server).show({ date: new Date(server.clock.now + 3 * 60 * 60 * 1000) });
  let isFull = true;
  let asked = 0;
  let sent = 0;
  const facts = { db, clock: () => server.clock.now, log: server.app.log };
  const lookOnce = async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const sending = startNotifications(
      {
        ...facts,
        disk: {
          ...ROOM_ELSEWHERE,
          async isFull() {
            asked += 1;
            return isFull;
          },
        },
      },
      {
        async mail() {
          sent += 1;
        },
      },
    );
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    await expect.poll(() => (isFull ? asked : sent)).toBe(1);
    await sending.close();
  };
  await lookOnce();
  expect(sent).toBe(0);
  isFull = false;
  await lookOnce();
  expect(sent).toBe(1);
});
