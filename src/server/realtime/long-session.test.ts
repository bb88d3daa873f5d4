import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { DAY, HOUR } from '#contract/durations.ts';
import { SESSION_ENDED_CODE } from '#contract/realtime.ts';
import {
  type Caller,
  callerOf,
  openTestApp,
  signIn,
  type TestApp,
} from '../../../tests/support/test-app.ts';
import {
  listenForSockets,
  openSocket,
  refusalOf,
  type TestSocket,
} from '../../../tests/support/test-socket.ts';

const PING_MS = 15_000;

let server: TestApp;
let url: string;

beforeAll(async () => {
  // The test moves the clock and the heartbeat. Pings and pongs are real.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  server = await openTestApp();
  url = await listenForSockets(server.app);
});
afterEach(async () => {
  for (const socket of server.app.websocketServer.clients) socket.terminate();
  await expect.poll(() => server.app.websocketServer.clients.size).toBe(0);
});
afterAll(async () => {
  await server.close();
  vi.useRealTimers();
});

const headersOf = ({ cookie }: Caller) => ({ cookie: cookie ?? '' });

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += PING_MS) {
    server.clock.now += PING_MS;
    const ends = [...server.app.websocketServer.clients];
    const answered = ends.map(pongOrEnd);
    vi.advanceTimersByTime(PING_MS);
    await Promise.all(answered);
  }
}

function pongOrEnd(end: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      end.off('pong', done).off('close', done);
      resolve();
    };
    end.on('pong', done).on('close', done);
  });
}

function countPings({ socket }: TestSocket) {
  const count = { pings: 0 };
  socket.on('ping', () => {
    count.pings += 1;
  });
  return count;
}

test("keeps a page's socket open for twelve hours with pings and then lets it reconnect", async () => {
  const fan = await server.signUp('marigold');
  const line = await openSocket(url, headersOf(fan));
  const heard = countPings(line);
  await pass(6 * HOUR);
  const late = await openSocket(url, headersOf(server.admin));
  await pass(6 * HOUR);
  expect(heard.pings).toBe((12 * HOUR) / PING_MS);
  expect(line.socket.readyState).toBe(line.socket.OPEN);

  await pass(PING_MS);
  expect(await line.closed).toBe(1012);
  expect(late.socket.readyState).toBe(late.socket.OPEN);
  const again = await openSocket(url, headersOf(fan));
  await pass(HOUR);
  expect(again.socket.readyState).toBe(again.socket.OPEN);
});

test('closes the socket of a session that expires and no other', async () => {
  const fan = await server.signUp('foxglove');
  const others = await server.signUp('bystander');
  const started = server.clock.now;
  for (let day = 6; day < 30; day += 6) {
    server.clock.now = started + day * DAY;
    expect((await fan.get('/api/auth/user')).statusCode).toBe(200);
  }
  server.clock.now = started + 30 * DAY - HOUR;
  const younger = callerOf(server.app, others);
  await signIn(younger);
  const line = await openSocket(url, headersOf(fan));
  const stays = await openSocket(url, headersOf(younger));
  await pass(HOUR - 10 * PING_MS);
  expect(line.socket.readyState).toBe(line.socket.OPEN);
  await pass(10 * PING_MS + HOUR / 6);
  expect(await line.closed).toBe(SESSION_ENDED_CODE);
  expect(stays.socket.readyState).toBe(stays.socket.OPEN);
  expect((await refusalOf(url, headersOf(fan))).status).toBe(401);
});
