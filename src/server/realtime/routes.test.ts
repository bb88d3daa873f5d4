import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SESSION_ENDED_CODE } from '#contract/realtime.ts';
import {
  type Caller,
  createCaller,
  openTestApp,
  signIn,
  type TestApp,
} from '../../../tests/support/test-app.ts';
import {
  getUpgradeRejection,
  listenForSockets,
  openSocket,
} from '../../../tests/support/test-socket.ts';

let app: TestApp;
let fan: Caller;
let url: string;

beforeAll(async () => {
  app = await openTestApp();
  url = await listenForSockets(app.fastify);
});

let fanCount = 0;
beforeEach(async () => {
  fanCount += 1;
  fan = await app.signUp(`Front Row ${fanCount}`);
});

afterEach(async () => {
  for (const socket of app.fastify.websocketServer.clients) socket.terminate();
  await expect.poll(countConnections).toBe(0);
});

afterAll(() => app.close());

describe('opening a socket', () => {
  test('is rejected without a session', async () => {
    const { status, body } = await getUpgradeRejection(url, {});
    expect(status).toBe(401);
    expect(body).toEqual({ statusCode: 401, error: 'Unauthorized', message: 'Please sign in' });
  });

  test('is rejected when the session has ended', async () => {
    const headers = buildHeaders(fan);
    await fan.post('/api/auth/logout');
    expect((await getUpgradeRejection(url, headers)).status).toBe(401);
  });

  test.each([
    ['a page of another site', () => 'https://evil.example'],
    ['a page without an origin', () => 'null'],
    ['a look-alike that begins with the origin', () => `${getSiteOrigin()}.evil.example`],
    ['a look-alike that ends with the origin', () => getSiteOrigin().replace('//', '//evil-')],
    ['a page on another port', () => getSiteOrigin().replace(/\d+$/, '1')],
    ['an invalid origin', () => 'evil'],
  ])('is rejected for %s', async (_name, origin) => {
    const { status, body } = await getUpgradeRejection(url, {
      ...buildHeaders(fan),
      origin: origin(),
    });
    expect(status).toBe(403);
    expect(body.message).toBe('This request came from another site');
  });

  test("is allowed for the site's own pages and for programs other than browsers", async () => {
    await openSocket(url, { ...buildHeaders(fan), origin: getSiteOrigin() });
    await openSocket(url, buildHeaders(fan));
    await openSocket(url.replace('/ws', '/WS/'), buildHeaders(fan));
  });

  test("is rejected for a user's eleventh socket, even when all open at once, but not for another user", async () => {
    const tries = Array.from({ length: 14 }, () => openSocket(url, buildHeaders(fan)));
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const { status, body } = await getUpgradeRejection(url, buildHeaders(fan));
    expect(status).toBe(429);
    expect(body.message).toBe('Too many open pages. Close one and try again.');
    await openSocket(url, buildHeaders(app.admin));
    for (const outcome of outcomes)
      if (outcome.status === 'fulfilled') outcome.value.socket.close();
    await expect.poll(() => app.fastify.websocketServer.clients.size).toBe(1);
    await openSocket(url, buildHeaders(fan));
  });

  test('closes a rejected connection immediately, and one with an invalid URL soon after', async () => {
    await getUpgradeRejection(url, {});
    await expect.poll(countConnections).toBe(0);
    await getUpgradeRejection(url.replace('/ws', '/%ff'), {});
    await expect.poll(countConnections).toBe(0);
  });

  test('leaves no handshake timeout on the socket, whether its session was cached or not', async () => {
    const connections: Socket[] = [];
    const collect = (connection: Socket) => connections.push(connection);
    app.fastify.server.on('connection', collect);
    await openSocket(url, buildHeaders(fan));
    await openSocket(url, buildHeaders(fan));
    app.fastify.server.off('connection', collect);
    expect(connections.map(({ timeout }) => timeout)).toEqual([0, 0]);
  });

  test('explains the protocol to a plain request', async () => {
    expect((await fan.get('/ws')).statusCode).toBe(426);
  });
});

describe('when a session ends', () => {
  test.each([
    ['a logout', () => fan.post('/api/auth/logout')],
    ['a password change', () => changePassword(fan)],
  ])('closes its sockets after %s', async (_name, endSession) => {
    const fanSocket = await openSocket(url, buildHeaders(fan));
    const adminSocket = await openSocket(url, buildHeaders(app.admin));
    expect((await endSession()).statusCode).toBeLessThan(300);
    expect(await fanSocket.closed).toBe(SESSION_ENDED_CODE);
    expect(adminSocket.socket.readyState).toBe(adminSocket.socket.OPEN);
  });

  test('closes only the sockets of that session when it is ended from another device', async () => {
    const { email, password } = fan;
    const phone = createCaller(app.fastify, { email, password });
    await signIn(phone);
    const phoneSocket = await openSocket(url, buildHeaders(phone));
    const currentSocket = await openSocket(url, buildHeaders(fan));
    const sessions = (await fan.get('/api/user/sessions')).json();
    const otherSession = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    expect((await fan.delete(`/api/user/sessions/${otherSession.id}`)).statusCode).toBe(204);
    expect(await phoneSocket.closed).toBe(SESSION_ENDED_CODE);
    expect(currentSocket.socket.readyState).toBe(currentSocket.socket.OPEN);
  });
});

describe('when the server stops', () => {
  test('asks every socket to reconnect and does not wait for one that does not respond', async () => {
    const otherApp = await openTestApp();
    const socketUrl = await listenForSockets(otherApp.fastify);
    const sockets = [
      await openSocket(socketUrl, buildHeaders(otherApp.admin)),
      await openSocket(socketUrl, buildHeaders(otherApp.admin)),
    ];
    const paused = await openSocket(socketUrl, buildHeaders(otherApp.admin));
    paused.socket.pause();
    await otherApp.fastify.close();
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([1012, 1012]);
    paused.socket.resume();
    await paused.closed;
    await otherApp.close();
  });
});

describe('when other nodes take over', () => {
  test('lets sockets leave one by one, accepts no new ones and still responds to requests', async () => {
    const shutdown = new AbortController();
    const otherApp = await openTestApp({ shutdownSignal: shutdown.signal });
    const socketUrl = await listenForSockets(otherApp.fastify);
    const http = socketUrl.replace('ws', 'http').replace('/ws', '');
    const sockets = [];
    for (let count = 0; count < 8; count += 1)
      sockets.push(await openSocket(socketUrl, buildHeaders(otherApp.admin)));
    expect((await fetch(`${http}/readyz`)).status).toBe(200);
    shutdown.abort();
    const closeCodes: number[] = [];
    for (const { closed } of sockets) void closed.then((code) => closeCodes.push(code));
    const notReady = await fetch(`${http}/readyz`);
    expect([notReady.status, notReady.headers.get('connection')]).toEqual([503, 'close']);
    expect((await getUpgradeRejection(socketUrl, buildHeaders(otherApp.admin))).status).toBe(503);
    expect((await otherApp.admin.get('/api/songs')).statusCode).toBe(200);
    expect(closeCodes.length).toBeLessThan(8);
    await Promise.all(sockets.map(({ closed }) => closed));
    expect(closeCodes).toEqual(Array(8).fill(1012));
    await otherApp.close();
  });
});

async function countConnections(): Promise<number> {
  return promisify(app.fastify.server.getConnections.bind(app.fastify.server))();
}

function buildHeaders({ cookie }: Caller): Record<string, string> {
  if (!cookie) throw new Error('The caller is not signed in.');
  return { cookie };
}

function getSiteOrigin(): string {
  return new URL(url.replace('ws', 'http')).origin;
}

function changePassword(caller: Caller) {
  const body = { currentPassword: caller.password, newPassword: 'another horse entirely' };
  return caller.patch('/api/user/password', body);
}
