import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PULSE_INTERVAL_MS, PULSE_QUERY } from '#contract/realtime.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import {
  listenForSockets,
  openSocket,
  type TestSocket,
} from '../../../tests/support/test-socket.ts';
import { type Bus, createLocalBus } from '../changes/bus.ts';

let app: TestApp;
let bus: Bus;
let url: string;
let headers: Record<string, string>;
let goodSocket: TestSocket;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  bus = createLocalBus();
  app = await openTestApp({ bus });
  url = await listenForSockets(app.fastify);
  headers = buildHeaders(await app.signUp('Heckler'));
});

beforeEach(async () => {
  goodSocket = await openSocket(url, buildHeaders(app.admin));
});

afterEach(async () => {
  expect(goodSocket.socket.readyState).toBe(goodSocket.socket.OPEN);
  expect((await app.admin.get('/healthz')).statusCode).toBe(200);
  goodSocket.socket.close();
  await goodSocket.closed;
});

afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});

const buildBytes = (size: number) => Buffer.alloc(size, 'x');

test.each<[string, number, (socket: TestSocket['socket']) => void]>([
  ['a frame over 4 KB', 1009, (socket) => socket.send(buildBytes(4_097), { binary: false })],
  ['a message over 4 KB in pieces', 1009, (socket) => sendInPieces(socket, 2, 3_000)],
  ['binary data', 1003, (socket) => socket.send(buildBytes(10), { binary: true })],
  [
    'text that is not UTF-8',
    1007,
    (socket) => socket.send(Buffer.from([0xc3, 0x28]), { binary: false }),
  ],
  ['21 messages at once', 1008, (socket) => repeat(21, () => socket.send('hello'))],
  ['21 pings at once', 1008, (socket) => repeat(21, () => socket.ping())],
  ['21 pongs at once', 1008, (socket) => repeat(21, () => socket.pong())],
])('%s closes the socket with %i', async (_name, code, act) => {
  const { socket, closed } = await openSocket(url, headers);
  act(socket);
  expect(await closed).toBe(code);
});

test('accepts 20 messages, one of them 4 KB long', async () => {
  const { socket, closed } = await openSocket(url, headers);
  socket.send(buildBytes(4_096), { binary: false });
  repeat(18, () => socket.send('hello'));
  const pong = new Promise((resolve) => socket.once('pong', resolve));
  socket.ping();
  await pong;
  socket.close(1000);
  expect(await closed).toBe(1000);
});

test('survives a broken connection', async () => {
  const { socket, closed } = await openSocket(url, headers);
  socket.terminate();
  await closed;
  await expect.poll(() => app.fastify.websocketServer.clients.size).toBe(1);
  await bus.publish([{ topic: 'show', subjectId: 'broken', version: 1 }]);
  expect((await goodSocket.next()).data).toEqual({ showId: 'broken', version: 1, audience: 1 });
});

test('ends a socket with more than a megabyte of unread data', async () => {
  const { socket, closed } = await openSocket(url, headers);
  const { clients } = app.fastify.websocketServer;
  socket.pause();
  let published = 0;
  let maxWaiting = 0;
  while (clients.size === 2 && published < 50_000) {
    await bus.publish([createChange(published++)]);
    for (const client of clients) maxWaiting = Math.max(maxWaiting, client.bufferedAmount);
    if (published % 20 === 0) await readAll(published);
  }
  expect(clients.size).toBe(1);
  expect(maxWaiting).toBeGreaterThan(1024 * 1024);
  expect(maxWaiting).toBeLessThan(1024 * 1024 + 2 * MESSAGE_LENGTH);
  socket.resume();
  expect(await closed).toBe(1006);
});

test('ends a socket that sends no pong for 30 seconds and keeps one that does', async () => {
  const { socket, closed } = await openSocket(url, headers, { autoPong: false });
  for (let pings = 1; pings <= 2; pings += 1) {
    const pinged = Promise.all([
      waitForEvent(socket, 'ping'),
      waitForEvent(goodSocket.socket, 'ping'),
    ]);
    vi.advanceTimersByTime(15_000);
    await pinged;
    expect(socket.readyState).toBe(socket.OPEN);
  }
  await pingServer(goodSocket);
  vi.advanceTimersByTime(15_000);
  expect(await closed).toBe(1006);
});

test('sends a pulse with every ping only to pages that ask for it', async () => {
  const page = await openSocket(`${url}?${PULSE_QUERY}=`, headers);
  const pulses: string[] = [];
  page.socket.on('pulse', () => pulses.push('page'));
  goodSocket.socket.on('pulse', () => pulses.push('good'));
  for (let pings = 1; pings <= 3; pings += 1) {
    const pinged = Promise.all([
      waitForEvent(page.socket, 'pulse'),
      waitForEvent(goodSocket.socket, 'ping'),
    ]);
    vi.advanceTimersByTime(PULSE_INTERVAL_MS);
    await pinged;
    await Promise.all([pingServer(page), pingServer(goodSocket)]);
  }
  expect(pulses).toEqual(['page', 'page', 'page']);
  expect(goodSocket.messages).toEqual([]);
});

function buildHeaders({ cookie }: Caller): Record<string, string> {
  return { cookie: cookie ?? '' };
}

/** Long enough to fill the system's buffers after a few thousand messages. */
const MESSAGE_LENGTH = 3_000;

function createChange(number: number) {
  return {
    topic: 'show',
    subjectId: `unread ${number} ${'x'.repeat(MESSAGE_LENGTH)}`,
    version: 1,
  } as const;
}

async function readAll(count: number): Promise<void> {
  while (goodSocket.messages.length < count) await once(goodSocket.socket, 'received');
}

function repeat(times: number, act: () => void) {
  for (let i = 0; i < times; i += 1) act();
}

function sendInPieces(socket: TestSocket['socket'], pieces: number, size: number) {
  for (let i = 1; i <= pieces; i += 1)
    socket.send(buildBytes(size), { binary: false, fin: i === pieces });
}

function waitForEvent(socket: TestSocket['socket'], event: string): Promise<void> {
  return new Promise((resolve) => socket.once(event, () => resolve()));
}

async function pingServer({ socket }: TestSocket): Promise<void> {
  const pong = waitForEvent(socket, 'pong');
  socket.ping();
  await pong;
}
