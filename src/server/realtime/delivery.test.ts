import { once } from 'node:events';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RawData } from 'ws';
import { RECENT_QUERY, type RealtimeMessage } from '#contract/realtime.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import {
  listenForSockets,
  openSocket,
  type TestSocket,
} from '../../../tests/support/test-socket.ts';
import { shows } from '../db/schema/shows.ts';

/** Long ago, so that fans see the setlists. */
const locksAt = '2020-05-08T19:30:00Z';

let server: TestApp;
let showId: string;
let setlist: string;
let songIds: string[];
let url: string;
let fan: TestSocket;

beforeAll(async () => {
  server = await openTestApp();
  const { admin } = server;
  const show = { name: 'Night One', city: 'Portland', date: '2031-05-08T19:30:00Z', locksAt };
  showId = (await admin.post('/api/shows', show)).json().id;
  setlist = `/api/shows/${showId}/setlist`;
  songIds = [];
  for (const title of ['Lantern', 'Harbour', 'Kite'])
    songIds.push((await admin.post('/api/songs', { title })).json().id);
  url = await listenForSockets(server.app);
  fan = await openSocket(url, { cookie: (await server.signUp('Front Row')).cookie ?? '' });
});

afterAll(() => server.close());

test('a change is told once it is committed; what was refused or undone never is', async () => {
  const { admin } = server;
  const unknownSong = { songId: '00000000-0000-4000-8000-000000000000' };
  expect((await admin.post(setlist, unknownSong)).statusCode).toBe(400);
  expect((await admin.post(`/api/shows/${showId}/calculate-scores`)).statusCode).toBe(409);
  expect((await admin.patch(`/api/shows/${showId}/status`, { status: 'gone' })).statusCode).toBe(
    400,
  );
  expect((await admin.post(setlist, { songId: songIds[0] })).statusCode).toBe(201);
  const message = await fan.next();
  expect(message).toMatchObject({ event: 'setlist:update', data: { showId, audience: 1 } });
  expect(message.data.version).toBe(await versionOfShow());
  expect((await admin.get(setlist)).json()).toHaveLength(1);

  expect((await admin.post(setlist, { songId: songIds[1], position: 1 })).statusCode).toBe(409);
  const status = { status: 'live' };
  expect((await admin.patch(`/api/shows/${showId}/status`, status)).statusCode).toBe(200);
  expect(await fan.next()).toMatchObject({
    event: 'show:status',
    data: { showId, version: message.data.version + 1 },
  });
});

test('a change that the database takes back at its last moment is not told', async () => {
  const { admin } = server;
  const { db } = server.database;
  const show = { name: 'Night Two', city: 'Portland', date: '2031-05-09T19:30:00Z', locksAt };
  const { id } = (await admin.post('/api/shows', show)).json();
  const told = () => fan.messages.filter(({ data }) => data.showId === id).length;
  await expect.poll(told).toBe(1);
  // A constraint that only speaks at the commit.
  await db.execute(sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused at the commit'; end $$`);
  await db.execute(sql`create constraint trigger refuse after insert on live_setlist_songs
    deferrable initially deferred for each row execute function refuse()`);
  expect((await admin.post(`/api/shows/${id}/setlist`, { songId: songIds[1] })).statusCode).toBe(
    500,
  );
  await db.execute(sql`drop function refuse cascade`);
  await roundTrip(fan);
  expect(told()).toBe(1);
  expect((await admin.post(`/api/shows/${id}/setlist`, { songId: songIds[1] })).statusCode).toBe(
    201,
  );
  await expect.poll(told).toBe(2);
});

test('quick changes end with the newest version, told to everyone alike', async () => {
  const { admin } = server;
  const before = await versionOfShow();
  const other = await openSocket(url, { cookie: admin.cookie ?? '' });
  for (const songId of songIds) await admin.post(setlist, { songId });
  const newest = await versionOfShow();
  const told: RealtimeMessage[] = [];
  while (told.at(-1)?.data.version !== newest) {
    const message = await fan.next();
    const { event, data } = message;
    if (event === 'setlist:update' && data.showId === showId && data.version > before)
      told.push(message);
  }
  expect(told.every(({ data }) => data.audience === 2)).toBe(true);
  const versions = told.map(({ data }) => data.version);
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  await expect
    .poll(() => other.messages.filter(({ event }) => event === 'setlist:update'))
    .toEqual(told);
});

test('a page that has just been loaded is told what changed within the last minute, others are not', async () => {
  const { admin } = server;
  const show = { name: 'Night Three', city: 'Portland', date: '2031-05-10T19:30:00Z' };
  const { id: showId } = (await admin.post('/api/shows', show)).json();
  // Who was there is told before the others come.
  await expect.poll(() => fan.messages.some(({ data }) => data.showId === showId)).toBe(true);
  const headers = { cookie: admin.cookie ?? '' };
  const loaded = await openSocket(`${url}?${RECENT_QUERY}`, headers);
  const other = await openSocket(url, headers);
  await Promise.all([loaded, other].map(roundTrip));
  expect(loaded.messages).toContainEqual({
    event: 'show:status',
    data: { showId, version: await versionOfShow(showId), audience: 1 },
  });
  expect(other.messages).toEqual([]);
});

test('a song is no message to a fan but of its show', async () => {
  const { admin } = server;
  await roundTrip(fan);
  const heard: unknown[] = [];
  const hear = (data: RawData) => heard.push(JSON.parse(String(data)).event);
  fan.socket.on('message', hear);
  expect((await admin.post(setlist, { songId: songIds[2] })).statusCode).toBe(201);
  const expected = ['scores:update', 'setlist:update'];
  await expect.poll(() => heard.toSorted()).toEqual(expect.arrayContaining(expected));
  await roundTrip(fan);
  fan.socket.off('message', hear);
  expect(heard.toSorted()).toEqual(expected);
});

/** Whatever the server had sent until now has arrived afterwards. */
async function roundTrip({ socket }: TestSocket): Promise<void> {
  const answered = once(socket, 'pong');
  socket.ping();
  await answered;
}

async function versionOfShow(of = showId): Promise<number> {
  const [show] = await server.database.db
    .select({ version: shows.version })
    .from(shows)
    .where(eq(shows.id, of));
  return show?.version ?? 0;
}
