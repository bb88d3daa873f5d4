import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SESSION_ENDED_CODE } from '#contract/realtime.ts';
import {
  type Caller,
  callerOf,
  openTestApp,
  signIn,
  type TestApp,
} from '../../../tests/support/test-app.ts';
import { listenForSockets, openSocket, refusalOf } from '../../../tests/support/test-socket.ts';

let server: TestApp;
let fan: Caller;
let url: string;

beforeAll(async () => {
  server = await openTestApp();
  url = await listenForSockets(server.app);
});

let fans = 0;
beforeEach(async () => {
  fans += 1;
  fan = await server.signUp(`Front Row ${fans}`);
});

afterEach(async () => {
  for (const socket of server.app.websocketServer.clients) socket.terminate();
  await expect.poll(connections).toBe(0);
});

afterAll(() => server.close());

describe('opening a socket', () => {
  test('is refused without a session', async () => {
    const { status, body } = await refusalOf(url, {});
    expect(status).toBe(401);
    expect(body).toEqual({ statusCode: 401, error: 'Unauthorized', message: 'Please sign in' });
  });

  test('is refused when the session has ended', async () => {
    const headers = headersOf(fan);
    await fan.post('/api/auth/logout');
    expect((await refusalOf(url, headers)).status).toBe(401);
  });

  test.each([
    ['a page of another site', () => 'https://evil.example'],
    ['a page without an origin', () => 'null'],
    ['a look-alike that begins with the origin', () => `${ourOrigin()}.evil.example`],
    ['a look-alike that ends with the origin', () => ourOrigin().replace('//', '//evil-')],
    ['a page on another port', () => ourOrigin().replace(/\d+$/, '1')],
    ['an invalid origin', () => 'evil'],
  ])('is refused to %s', async (_who, origin) => {
    const { status, body } = await refusalOf(url, { ...headersOf(fan), origin: origin() });
    expect(status).toBe(403);
    expect(body.message).toBe('This request came from another site');
  });

  test("is allowed to the product's own pages and to programs other than browsers", async () => {
    await openSocket(url, { ...headersOf(fan), origin: ourOrigin() });
    await openSocket(url, headersOf(fan));
    await openSocket(url.replace('/ws', '/WS/'), headersOf(fan));
  });

  test("is refused for a user's eleventh socket, even when all open at once, but not for another user", async () => {
    const tries = Array.from({ length: 14 }, () => openSocket(url, headersOf(fan)));
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const { status, body } = await refusalOf(url, headersOf(fan));
    expect(status).toBe(429);
    expect(body.message).toBe('Too many open pages. Close one and try again.');
    await openSocket(url, headersOf(server.admin));
    for (const outcome of outcomes)
      if (outcome.status === 'fulfilled') outcome.value.socket.close();
    await expect.poll(() => server.app.websocketServer.clients.size).toBe(1);
    await openSocket(url, headersOf(fan));
  });

  test('ends a refused connection at once, and one with an invalid address soon', async () => {
    await refusalOf(url, {});
    await expect.poll(connections).toBe(0);
    await refusalOf(url.replace('/ws', '/%ff'), {});
    await expect.poll(connections).toBe(0);
  });

  test('leaves no handshake timeout on the socket, whether its session was cached or not', async () => {
    const ends: Socket[] = [];
    const collect = (end: Socket) => ends.push(end);
    server.app.server.on('connection', collect);
    // The first session is read from the database, the second is cached.
    await openSocket(url, headersOf(fan));
    await openSocket(url, headersOf(fan));
    server.app.server.off('connection', collect);
    expect(ends.map(({ timeout }) => timeout)).toEqual([0, 0]);
  });

  test('explains the protocol to a plain request', async () => {
    expect((await fan.get('/ws')).statusCode).toBe(426);
  });
});

describe('when a session ends', () => {
  test.each([
    ['by signing out', () => fan.post('/api/auth/logout')],
    ['by a new password', () => changePassword(fan)],
  ])('closes its sockets: %s', async (_how, endSession) => {
    const mine = await openSocket(url, headersOf(fan));
    const others = await openSocket(url, headersOf(server.admin));
    expect((await endSession()).statusCode).toBeLessThan(300);
    expect(await mine.closed).toBe(SESSION_ENDED_CODE);
    expect(others.socket.readyState).toBe(others.socket.OPEN);
  });

  test('closes only the sockets of that session when it is ended from another device', async () => {
    const { email, password } = fan;
    const phone = callerOf(server.app, { email, password });
    await signIn(phone);
    const onPhone = await openSocket(url, headersOf(phone));
    const here = await openSocket(url, headersOf(fan));
    const sessions = (await fan.get('/api/user/sessions')).json();
    const other = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    expect((await fan.delete(`/api/user/sessions/${other.id}`)).statusCode).toBe(204);
    expect(await onPhone.closed).toBe(SESSION_ENDED_CODE);
    expect(here.socket.readyState).toBe(here.socket.OPEN);
  });
});

describe('when the server ends', () => {
  test('asks every socket to reconnect and does not wait for one that does not answer', async () => {
    const ending = await openTestApp();
    const address = await listenForSockets(ending.app);
    const sockets = [
      await openSocket(address, headersOf(ending.admin)),
      await openSocket(address, headersOf(ending.admin)),
    ];
    const deaf = await openSocket(address, headersOf(ending.admin));
    deaf.socket.pause();
    await ending.app.close();
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([1012, 1012]);
    deaf.socket.resume();
    await deaf.closed;
    await ending.close();
  });
});

describe('when other nodes take over', () => {
  test('lets sockets leave one by one, accepts no new ones and still answers requests', async () => {
    const leaving = new AbortController();
    const ending = await openTestApp({ leaving: leaving.signal });
    const address = await listenForSockets(ending.app);
    const http = address.replace('ws', 'http').replace('/ws', '');
    const sockets = [];
    for (let count = 0; count < 8; count += 1)
      sockets.push(await openSocket(address, headersOf(ending.admin)));
    expect((await fetch(`${http}/readyz`)).status).toBe(200);
    leaving.abort();
    const left: number[] = [];
    for (const { closed } of sockets) void closed.then((code) => left.push(code));
    const notReady = await fetch(`${http}/readyz`);
    expect([notReady.status, notReady.headers.get('connection')]).toEqual([503, 'close']);
    expect((await refusalOf(address, headersOf(ending.admin))).status).toBe(503);
    expect((await ending.admin.get('/api/songs')).statusCode).toBe(200);
    expect(left.length).toBeLessThan(8);
    await Promise.all(sockets.map(({ closed }) => closed));
    expect(left).toEqual(Array(8).fill(1012));
    await ending.close();
  });
});

async function connections(): Promise<number> {
  return promisify(server.app.server.getConnections.bind(server.app.server))();
}

function headersOf({ cookie }: Caller): Record<string, string> {
  if (!cookie) throw new Error('The caller is not signed in.');
  return { cookie };
}

function ourOrigin(): string {
  return new URL(url.replace('ws', 'http')).origin;
}

function changePassword(caller: Caller) {
  const body = { currentPassword: caller.password, newPassword: 'another horse entirely' };
  return caller.patch('/api/user/password', body);
}
