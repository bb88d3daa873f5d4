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

describe('who may open a socket', () => {
  test('nobody without a session', async () => {
    const { status, body } = await refusalOf(url, {});
    expect(status).toBe(401);
    expect(body).toEqual({ statusCode: 401, error: 'Unauthorized', message: 'Please sign in' });
  });

  test('nobody with a session that has ended', async () => {
    const headers = headersOf(fan);
    await fan.post('/api/auth/logout');
    expect((await refusalOf(url, headers)).status).toBe(401);
  });

  test.each([
    ['another site', () => 'https://evil.example'],
    ['a page without an origin', () => 'null'],
    ['a look-alike behind ours', () => `${ourOrigin()}.evil.example`],
    ['a look-alike before ours', () => ourOrigin().replace('//', '//evil-')],
    ['another port', () => ourOrigin().replace(/\d+$/, '1')],
    ['what is no address', () => 'evil'],
  ])('not %s', async (_who, origin) => {
    const { status, body } = await refusalOf(url, { ...headersOf(fan), origin: origin() });
    expect(status).toBe(403);
    expect(body.message).toBe('This request came from another site');
  });

  test('our own pages, and programs that are no browser', async () => {
    await openSocket(url, { ...headersOf(fan), origin: ourOrigin() });
    await openSocket(url, headersOf(fan));
    await openSocket(url.replace('/ws', '/WS/'), headersOf(fan));
  });

  test('not an eleventh of one user, also when they come at once; another user still', async () => {
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

  test('a refused connection is ended at once, and one that never was an address soon', async () => {
    await refusalOf(url, {});
    await expect.poll(connections).toBe(0);
    await refusalOf(url.replace('/ws', '/%ff'), {});
    await expect.poll(connections).toBe(0);
  });

  test('no deadline of the upgrade stays on a socket, its session read now or remembered', async () => {
    const ends: Socket[] = [];
    const collect = (end: Socket) => ends.push(end);
    server.app.server.on('connection', collect);
    // The first has its session read, which takes a moment; the second is upgraded at once.
    await openSocket(url, headersOf(fan));
    await openSocket(url, headersOf(fan));
    server.app.server.off('connection', collect);
    expect(ends.map(({ timeout }) => timeout)).toEqual([0, 0]);
  });

  test('a plain request is told what the address speaks', async () => {
    expect((await fan.get('/ws')).statusCode).toBe(426);
  });
});

describe('when a session ends, its sockets do', () => {
  test.each([
    ['by signing out', () => fan.post('/api/auth/logout')],
    ['by a new password', () => changePassword(fan)],
  ])('%s', async (_how, endSession) => {
    const mine = await openSocket(url, headersOf(fan));
    const others = await openSocket(url, headersOf(server.admin));
    expect((await endSession()).statusCode).toBeLessThan(300);
    expect(await mine.closed).toBe(SESSION_ENDED_CODE);
    expect(others.socket.readyState).toBe(others.socket.OPEN);
  });

  test('from another device, and only that session', async () => {
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
  test('every socket is told to come back, and one that does not answer is not waited for', async () => {
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

describe('when others take over from the server', () => {
  test('sockets leave one by one, nobody new comes, and who asks is still answered', async () => {
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

/** How many connections of whatever kind the server has. */
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
