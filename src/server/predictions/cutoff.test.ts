import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { createGate } from '../../../tests/support/gate.ts';
import { waitForLockWaits } from '../../../tests/support/lock-waits.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { lockShow } from '../shows/show-row.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let picks: string[];

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  fan = await app.signUp('Nightingale');
  picks = await tour.addSongs('Ash', 'Birch', 'Cedar', 'Dogwood');
});

afterAll(() => app.close());

/** Returns shuffled offsets from a quarter of a second before the cutoff to a quarter after it. */
function listOffsetsAroundCutoff(count: number): number[] {
  const offsets = Array.from({ length: count }, (_, n) => n - count / 2);
  // Steps that share no factor with the count visit each offset once.
  return offsets.map((_, n) => offsets[(n * 389) % count] ?? 0);
}

function sendSlowly(method: 'POST' | 'PATCH', url: string, body: object, completedAt: number) {
  const text = JSON.stringify(body);
  async function* chunks() {
    app.clock.now = completedAt - 11_000;
    yield text.slice(0, 20);
    await nextTurn();
    app.clock.now = completedAt;
    yield text.slice(20);
  }
  const headers = { cookie: fan.cookie ?? '', 'content-type': 'application/json' };
  app.clock.now = completedAt - 12_000;
  return app.fastify.inject({ method, url, headers, payload: Readable.from(chunks()) });
}

it('accepts a slow prediction only if its body is complete before the cutoff', async () => {
  const lockAt = app.clock.now + 24 * HOUR;
  const offsets = listOffsetsAroundCutoff(500);
  const show = { name: 'Barn', city: 'Stowe', timeZone: 'UTC', date: new Date(lockAt + HOUR) };
  const rows = offsets.map(() => ({ id: randomUUID(), ...show }));
  await app.database.db.insert(shows).values(rows);
  const mismatches: number[] = [];
  for (const [index, offset] of offsets.entries()) {
    const body = { showId: rows[index]?.id, songIds: picks.slice(0, 2) };
    const { statusCode } = await sendSlowly('POST', '/api/predictions', body, lockAt + offset);
    if (statusCode !== (offset < 0 ? 201 : 409)) mismatches.push(offset);
  }
  expect(mismatches).toEqual([]);
  expect(await app.database.db.$count(predictions)).toBe(250);
});

it('accepts a slow edit only if its body is complete before the cutoff', async () => {
  const lockAt = app.clock.now + 24 * HOUR;
  const showId = await tour.addShow({ date: new Date(lockAt + HOUR) });
  const { id } = await tour.predict(fan, showId, picks.slice(0, 2));
  const mismatches: number[] = [];
  for (const offset of listOffsetsAroundCutoff(500)) {
    const edit = { songIds: picks.slice(1, 3) };
    const response = await sendSlowly('PATCH', `/api/predictions/${id}`, edit, lockAt + offset);
    if (response.statusCode !== (offset < 0 ? 200 : 409)) mismatches.push(offset);
    else if (offset < 0)
      expect(response.json().submittedAt).toBe(new Date(app.clock.now).toISOString());
  }
  expect(mismatches).toEqual([]);
});

it('rejects a network request whose headers arrive before the cutoff and whose body arrives after it', async () => {
  app.clock.now = Date.now();
  const { id } = await tour.predict(fan, await tour.addShow(), picks.slice(0, 2));
  const serverUrl = new URL(await app.fastify.listen({ port: 0, host: '127.0.0.1' }));
  const sendOver = async (method: string, path: string, body: object) => {
    app.clock.now = Date.now() + 47 * HOUR - 60_000;
    const text = JSON.stringify(body);
    const socket = connect(Number(serverUrl.port), serverUrl.hostname);
    const headersReceived = once(app.fastify.server, 'request');
    const head = [
      `${method} ${path} HTTP/1.1`,
      `host: ${serverUrl.host}`,
      `cookie: ${fan.cookie}`,
      'content-type: application/json',
      `content-length: ${text.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${text.slice(0, 10)}`);
    await headersReceived;
    await fan.get('/api/auth/user');
    app.clock.now += 120_000;
    socket.write(text.slice(10));
    const [response] = await once(socket, 'data');
    socket.destroy();
    return String(response).split(' ')[1];
  };
  const predictionsBefore = await app.database.db.select().from(predictions);
  const body = {
    showId: await tour.addShow({ date: new Date(Date.now() + 48 * HOUR) }),
    songIds: picks,
  };
  expect(await sendOver('POST', '/api/predictions', body)).toBe('409');
  expect(await sendOver('PATCH', `/api/predictions/${id}`, { songIds: picks })).toBe('409');
  expect(await app.database.db.select().from(predictions)).toEqual(predictionsBefore);
});

const sendWhileShowLocked = <T>(
  showId: string,
  send: () => Promise<T>,
  beforeRelease: (tx: Tx) => unknown,
  waiterCount = 1,
): Promise<T> => sendWhileLocked((tx) => lockShow(tx, showId), send, beforeRelease, waiterCount);

/** Another transaction holds the lock until `waiterCount` sessions wait for it. */
async function sendWhileLocked<T>(
  lock: (tx: Tx) => Promise<unknown>,
  send: () => Promise<T>,
  beforeRelease: (tx: Tx) => unknown,
  waiterCount = 1,
): Promise<T> {
  const { db } = app.database;
  const [acquired, release] = [createGate(), createGate()];
  const lockTransaction = db.transaction(async (tx) => {
    await lock(tx);
    acquired.open();
    await release.opened;
    await beforeRelease(tx);
  });
  await acquired.opened;
  const response = send();
  await waitForLockWaits(db, waiterCount);
  release.open();
  await lockTransaction;
  return response;
}

it('accepts a request that arrived in time, no matter how long the server is busy', async () => {
  const lockAt = app.clock.now + 24 * HOUR;
  const showId = await tour.addShow({ date: new Date(lockAt + HOUR) });
  const passLock = () => {
    app.clock.now = lockAt + 5;
  };
  app.clock.now = lockAt - 1;
  const body = { showId, songIds: picks.slice(0, 2) };
  const createdPrediction = await sendWhileShowLocked(
    showId,
    () => fan.post('/api/predictions', body),
    passLock,
  );
  expect(createdPrediction.statusCode).toBe(201);
  expect(createdPrediction.json().submittedAt).toBe(new Date(lockAt - 1).toISOString());
  app.clock.now = lockAt - 1;
  const url = `/api/predictions/${createdPrediction.json().id}`;
  const edit = () => fan.patch(url, { songIds: picks.slice(2) });
  expect((await sendWhileShowLocked(showId, edit, passLock)).statusCode).toBe(200);
  expect((await edit()).statusCode).toBe(409);
});

it('accepts a request that arrived in time, no matter how long the session lookup takes', async () => {
  app.clock.now = Date.now();
  const lockAt = app.clock.now + 24 * HOUR;
  const showId = await tour.addShow({ date: new Date(lockAt + HOUR) });
  app.clock.now = lockAt - 1;
  const passLock = () => {
    app.clock.now = lockAt + 5;
  };
  const body = { showId, songIds: picks.slice(0, 2) };
  const createdPrediction = await sendWhileLocked(
    (tx) => tx.execute(sql`lock table sessions in access exclusive mode`),
    () => fan.post('/api/predictions', body),
    passLock,
  );
  expect(createdPrediction.statusCode).toBe(201);
  expect(createdPrediction.json().submittedAt).toBe(new Date(lockAt - 1).toISOString());
});

it('rejects requests that wait behind a show going live', async () => {
  const showId = await tour.addShow();
  const { id } = await tour.predict(fan, showId, picks.slice(0, 2));
  const body = { showId, songIds: picks.slice(0, 2) };
  const send = () =>
    Promise.all([
      app.admin.post('/api/predictions', body),
      fan.patch(`/api/predictions/${id}`, { songIds: picks.slice(2) }),
    ]);
  const goLive = (tx: Tx) => tx.update(shows).set({ status: 'live' }).where(eq(shows.id, showId));
  const responses = await sendWhileShowLocked(showId, send, goLive, 2);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([409, 409]);
});
