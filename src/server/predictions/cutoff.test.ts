import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { createGate } from '../../../tests/support/gate.ts';
import { untilWaiting } from '../../../tests/support/lock-waits.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { lockShow } from '../shows/show-row.ts';

let t: TestApp;
let tour: Tour;
let fan: Caller;
let picks: string[];

beforeAll(async () => {
  t = await openTestApp();
  tour = planTour(t);
  fan = await t.signUp('Nightingale');
  picks = await tour.songs('Ash', 'Birch', 'Cedar', 'Dogwood');
});

afterAll(() => t.close());

/** Every millisecond from half a second before the cutoff to half a second after it, shuffled. */
function momentsAround(count: number): number[] {
  const moments = Array.from({ length: count }, (_, n) => n - count / 2);
  // Steps that share no factor with the count visit each moment once.
  return moments.map((_, n) => moments[(n * 389) % count] ?? 0);
}

function sendSlowly(method: 'POST' | 'PATCH', url: string, body: object, end: number) {
  const text = JSON.stringify(body);
  async function* arriving() {
    t.clock.now = end - 11_000;
    yield text.slice(0, 20);
    // Lets the server handle the head first.
    await nextTurn();
    t.clock.now = end;
    yield text.slice(20);
  }
  const headers = { cookie: fan.cookie ?? '', 'content-type': 'application/json' };
  t.clock.now = end - 12_000;
  return t.app.inject({ method, url, headers, payload: Readable.from(arriving()) });
}

it('accepts exactly those of 1,000 slow predictions whose body is complete before the cutoff', async () => {
  const lockAt = t.clock.now + 24 * HOUR;
  const moments = momentsAround(1000);
  const show = { name: 'Barn', city: 'Stowe', timeZone: 'UTC', date: new Date(lockAt + HOUR) };
  const rows = moments.map(() => ({ id: randomUUID(), ...show }));
  await t.database.db.insert(shows).values(rows);
  const wrong: number[] = [];
  for (const [index, moment] of moments.entries()) {
    const body = { showId: rows[index]?.id, songIds: picks.slice(0, 2) };
    const { statusCode } = await sendSlowly('POST', '/api/predictions', body, lockAt + moment);
    if (statusCode !== (moment < 0 ? 201 : 409)) wrong.push(moment);
  }
  expect(wrong).toEqual([]);
  expect(await t.database.db.$count(predictions)).toBe(500);
});

it('accepts exactly those of 1,000 slow edits whose body is complete before the cutoff', async () => {
  const lockAt = t.clock.now + 24 * HOUR;
  const showId = await tour.show({ date: new Date(lockAt + HOUR) });
  const { id } = await tour.predict(fan, showId, picks.slice(0, 2));
  const wrong: number[] = [];
  for (const moment of momentsAround(1000)) {
    const edit = { songIds: picks.slice(1, 3) };
    const answer = await sendSlowly('PATCH', `/api/predictions/${id}`, edit, lockAt + moment);
    if (answer.statusCode !== (moment < 0 ? 200 : 409)) wrong.push(moment);
    else if (moment < 0)
      expect(answer.json().submittedAt).toBe(new Date(t.clock.now).toISOString());
  }
  expect(wrong).toEqual([]);
});

it('refuses a request over the network whose head is early and whose body is late', async () => {
  t.clock.now = Date.now();
  const { id } = await tour.predict(fan, await tour.show(), picks.slice(0, 2));
  const at = new URL(await t.app.listen({ port: 0, host: '127.0.0.1' }));
  const sendOver = async (method: string, path: string, body: object) => {
    t.clock.now = Date.now() + 47 * HOUR - 60_000;
    const text = JSON.stringify(body);
    const socket = connect(Number(at.port), at.hostname);
    const headArrived = once(t.app.server, 'request');
    const head = [
      `${method} ${path} HTTP/1.1`,
      `host: ${at.host}`,
      `cookie: ${fan.cookie}`,
      'content-type: application/json',
      `content-length: ${text.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${text.slice(0, 10)}`);
    await headArrived;
    // Gives the server time to handle the head, including the session lookup.
    await fan.get('/api/auth/user');
    t.clock.now += 120_000;
    socket.write(text.slice(10));
    const [answer] = await once(socket, 'data');
    socket.destroy();
    return String(answer).split(' ')[1];
  };
  const before = await t.database.db.select().from(predictions);
  const body = {
    showId: await tour.show({ date: new Date(Date.now() + 48 * HOUR) }),
    songIds: picks,
  };
  expect(await sendOver('POST', '/api/predictions', body)).toBe('409');
  expect(await sendOver('PATCH', `/api/predictions/${id}`, { songIds: picks })).toBe('409');
  expect(await t.database.db.select().from(predictions)).toEqual(before);
});

const whileShowIsHeld = <T>(
  showId: string,
  send: () => Promise<T>,
  meanwhile: (tx: Tx) => unknown,
  waiting = 1,
): Promise<T> => whileHeld((tx) => lockShow(tx, showId), send, meanwhile, waiting);

/**
 * Sends while another transaction holds a lock. It releases the lock after `meanwhile`, once
 * `waiting` sessions wait for it.
 */
async function whileHeld<T>(
  hold: (tx: Tx) => Promise<unknown>,
  send: () => Promise<T>,
  meanwhile: (tx: Tx) => unknown,
  waiting = 1,
): Promise<T> {
  const { db } = t.database;
  const [held, release] = [createGate(), createGate()];
  const holding = db.transaction(async (tx) => {
    await hold(tx);
    held.open();
    await release.opened;
    await meanwhile(tx);
  });
  await held.opened;
  const sent = send();
  await untilWaiting(db, waiting);
  release.open();
  await holding;
  return sent;
}

it('accepts a request that arrived in time, however long the server is busy', async () => {
  const lockAt = t.clock.now + 24 * HOUR;
  const showId = await tour.show({ date: new Date(lockAt + HOUR) });
  const pass = () => {
    t.clock.now = lockAt + 5;
  };
  t.clock.now = lockAt - 1;
  const body = { showId, songIds: picks.slice(0, 2) };
  const made = await whileShowIsHeld(showId, () => fan.post('/api/predictions', body), pass);
  expect(made.statusCode).toBe(201);
  expect(made.json().submittedAt).toBe(new Date(lockAt - 1).toISOString());
  t.clock.now = lockAt - 1;
  const url = `/api/predictions/${made.json().id}`;
  const edit = () => fan.patch(url, { songIds: picks.slice(2) });
  expect((await whileShowIsHeld(showId, edit, pass)).statusCode).toBe(200);
  expect((await edit()).statusCode).toBe(409);
});

it('accepts a request that arrived in time, however long the session lookup takes', async () => {
  t.clock.now = Date.now();
  const lockAt = t.clock.now + 24 * HOUR;
  const showId = await tour.show({ date: new Date(lockAt + HOUR) });
  t.clock.now = lockAt - 1;
  const pass = () => {
    t.clock.now = lockAt + 5;
  };
  const body = { showId, songIds: picks.slice(0, 2) };
  const made = await whileHeld(
    (tx) => tx.execute(sql`lock table sessions in access exclusive mode`),
    () => fan.post('/api/predictions', body),
    pass,
  );
  expect(made.statusCode).toBe(201);
  expect(made.json().submittedAt).toBe(new Date(lockAt - 1).toISOString());
});

it('refuses requests that wait behind a show going live', async () => {
  const showId = await tour.show();
  const { id } = await tour.predict(fan, showId, picks.slice(0, 2));
  const body = { showId, songIds: picks.slice(0, 2) };
  const send = () =>
    Promise.all([
      t.admin.post('/api/predictions', body),
      fan.patch(`/api/predictions/${id}`, { songIds: picks.slice(2) }),
    ]);
  const goLive = (tx: Tx) => tx.update(shows).set({ status: 'live' }).where(eq(shows.id, showId));
  const answers = await whileShowIsHeld(showId, send, goLive, 2);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409]);
});
