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

/** In the past, so that fans can see the setlists. */
const locksAt = '2020-05-08T19:30:00Z';

let app: TestApp;
let showId: string;
let setlist: string;
let songIds: string[];
let url: string;
let fan: TestSocket;

beforeAll(async () => {
  app = await openTestApp();
  const { admin } = app;
  const show = { name: 'Night One', city: 'Portland', date: '2031-05-08T19:30:00Z', locksAt };
  showId = (await admin.post('/api/shows', show)).json().id;
  setlist = `/api/shows/${showId}/setlist`;
  songIds = [];
  for (const title of ['Lantern', 'Harbour', 'Kite'])
    songIds.push((await admin.post('/api/songs', { title })).json().id);
  url = await listenForSockets(app.fastify);
  fan = await openSocket(url, { cookie: (await app.signUp('Front Row')).cookie ?? '' });
});

afterAll(() => app.close());

test('sends a change after its commit, but no change that was rejected or rolled back', async () => {
  const { admin } = app;
  const unknownSong = { songId: '00000000-0000-4000-8000-000000000000' };
  expect((await admin.post(setlist, unknownSong)).statusCode).toBe(400);
  expect((await admin.post(`/api/shows/${showId}/calculate-scores`)).statusCode).toBe(409);
  expect((await admin.patch(`/api/shows/${showId}/status`, { status: 'gone' })).statusCode).toBe(
    400,
  );
  expect((await admin.post(setlist, { songId: songIds[0] })).statusCode).toBe(201);
  const message = await fan.next();
  expect(message).toMatchObject({ event: 'setlist:update', data: { showId, audience: 1 } });
  expect(message.data.version).toBe(await readShowVersion());
  expect((await admin.get(setlist)).json()).toHaveLength(1);

  expect((await admin.post(setlist, { songId: songIds[1], position: 1 })).statusCode).toBe(409);
  const status = { status: 'live' };
  expect((await admin.patch(`/api/shows/${showId}/status`, status)).statusCode).toBe(200);
  expect(await fan.next()).toMatchObject({
    event: 'show:status',
    data: { showId, version: message.data.version + 1 },
  });
});

test('does not send a change that fails to commit', async () => {
  const { admin } = app;
  const { db } = app.database;
  const show = { name: 'Night Two', city: 'Portland', date: '2031-05-09T19:30:00Z', locksAt };
  const { id } = (await admin.post('/api/shows', show)).json();
  const countReceived = () => fan.messages.filter(({ data }) => data.showId === id).length;
  await expect.poll(countReceived).toBe(1);
  await db.execute(sql`create function reject_commit() returns trigger language plpgsql as
    $$ begin raise exception 'rejected at the commit'; end $$`);
  await db.execute(sql`create constraint trigger reject_commit after insert on live_setlist_songs
    deferrable initially deferred for each row execute function reject_commit()`);
  expect((await admin.post(`/api/shows/${id}/setlist`, { songId: songIds[1] })).statusCode).toBe(
    500,
  );
  await db.execute(sql`drop function reject_commit cascade`);
  await pingServer(fan);
  expect(countReceived()).toBe(1);
  expect((await admin.post(`/api/shows/${id}/setlist`, { songId: songIds[1] })).statusCode).toBe(
    201,
  );
  await expect.poll(countReceived).toBe(2);
});

test('sends the newest version last to every client after quick changes', async () => {
  const { admin } = app;
  const previousVersion = await readShowVersion();
  const adminSocket = await openSocket(url, { cookie: admin.cookie ?? '' });
  for (const songId of songIds) await admin.post(setlist, { songId });
  const newest = await readShowVersion();
  const messages: RealtimeMessage[] = [];
  while (messages.at(-1)?.data.version !== newest) {
    const message = await fan.next();
    const { event, data } = message;
    if (event === 'setlist:update' && data.showId === showId && data.version > previousVersion)
      messages.push(message);
  }
  expect(messages.every(({ data }) => data.audience === 2)).toBe(true);
  const versions = messages.map(({ data }) => data.version);
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  await expect
    .poll(() => adminSocket.messages.filter(({ event }) => event === 'setlist:update'))
    .toEqual(messages);
});

test("replays the last minute's changes to a page that has just loaded and to no other page", async () => {
  const { admin } = app;
  const show = { name: 'Night Three', city: 'Portland', date: '2031-05-10T19:30:00Z' };
  const { id: showId } = (await admin.post('/api/shows', show)).json();
  await expect.poll(() => fan.messages.some(({ data }) => data.showId === showId)).toBe(true);
  const headers = { cookie: admin.cookie ?? '' };
  const loadedPage = await openSocket(`${url}?${RECENT_QUERY}`, headers);
  const earlierPage = await openSocket(url, headers);
  await Promise.all([loadedPage, earlierPage].map(pingServer));
  expect(loadedPage.messages).toContainEqual({
    event: 'show:status',
    data: { showId, version: await readShowVersion(showId), audience: 1 },
  });
  expect(earlierPage.messages).toEqual([]);
});

test('sends a song only to fans of its show', async () => {
  const { admin } = app;
  await pingServer(fan);
  const events: unknown[] = [];
  const collect = (data: RawData) => events.push(JSON.parse(String(data)).event);
  fan.socket.on('message', collect);
  expect((await admin.post(setlist, { songId: songIds[2] })).statusCode).toBe(201);
  const expected = ['scores:update', 'setlist:update'];
  await expect.poll(() => events.toSorted()).toEqual(expect.arrayContaining(expected));
  await pingServer(fan);
  fan.socket.off('message', collect);
  expect(events.toSorted()).toEqual(expected);
});

async function pingServer({ socket }: TestSocket): Promise<void> {
  const pong = once(socket, 'pong');
  socket.ping();
  await pong;
}

async function readShowVersion(id = showId): Promise<number> {
  const [show] = await app.database.db
    .select({ version: shows.version })
    .from(shows)
    .where(eq(shows.id, id));
  return show?.version ?? 0;
}
