import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { DAY, HOUR } from '#contract/durations.ts';
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
  type TestSocket,
} from '../../../tests/support/test-socket.ts';

const PING_MS = 15_000;

let app: TestApp;
let url: string;

beforeAll(async () => {
  // The test moves the clock and the heartbeat. Pings and pongs are real.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  app = await openTestApp();
  url = await listenForSockets(app.fastify);
});
afterEach(async () => {
  for (const socket of app.fastify.websocketServer.clients) socket.terminate();
  await expect.poll(() => app.fastify.websocketServer.clients.size).toBe(0);
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});

const buildHeaders = ({ cookie }: Caller) => ({ cookie: cookie ?? '' });

async function advance(ms: number): Promise<void> {
  for (let elapsed = 0; elapsed < ms; elapsed += PING_MS) {
    app.clock.now += PING_MS;
    const sockets = [...app.fastify.websocketServer.clients];
    const pongs = sockets.map(waitForPong);
    vi.advanceTimersByTime(PING_MS);
    await Promise.all(pongs);
  }
}

function waitForPong(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      socket.off('pong', finish).off('close', finish);
      resolve();
    };
    socket.on('pong', finish).on('close', finish);
  });
}

function countPings({ socket }: TestSocket) {
  const count = { pings: 0 };
  socket.on('ping', () => {
    count.pings += 1;
  });
  return count;
}

test("keeps a page's socket open for twelve hours with pings, then lets it reconnect", async () => {
  const fan = await app.signUp('marigold');
  const fanSocket = await openSocket(url, buildHeaders(fan));
  const count = countPings(fanSocket);
  await advance(6 * HOUR);
  const lateSocket = await openSocket(url, buildHeaders(app.admin));
  await advance(6 * HOUR);
  expect(count.pings).toBe((12 * HOUR) / PING_MS);
  expect(fanSocket.socket.readyState).toBe(fanSocket.socket.OPEN);

  await advance(PING_MS);
  expect(await fanSocket.closed).toBe(1012);
  expect(lateSocket.socket.readyState).toBe(lateSocket.socket.OPEN);
  const reconnectedSocket = await openSocket(url, buildHeaders(fan));
  await advance(HOUR);
  expect(reconnectedSocket.socket.readyState).toBe(reconnectedSocket.socket.OPEN);
});

test('closes the socket of a session that expires and no other', async () => {
  const fan = await app.signUp('foxglove');
  const otherFan = await app.signUp('bystander');
  const startedAt = app.clock.now;
  for (let day = 6; day < 30; day += 6) {
    app.clock.now = startedAt + day * DAY;
    expect((await fan.get('/api/auth/user')).statusCode).toBe(200);
  }
  app.clock.now = startedAt + 30 * DAY - HOUR;
  const laterSession = createCaller(app.fastify, otherFan);
  await signIn(laterSession);
  const fanSocket = await openSocket(url, buildHeaders(fan));
  const otherSocket = await openSocket(url, buildHeaders(laterSession));
  await advance(HOUR - 10 * PING_MS);
  expect(fanSocket.socket.readyState).toBe(fanSocket.socket.OPEN);
  await advance(10 * PING_MS + HOUR / 6);
  expect(await fanSocket.closed).toBe(SESSION_ENDED_CODE);
  expect(otherSocket.socket.readyState).toBe(otherSocket.socket.OPEN);
  expect((await getUpgradeRejection(url, buildHeaders(fan))).status).toBe(401);
});
