import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeSocket, getLatestSocket } from '../../../tests/support/fake-socket.ts';
import { type ConnectionState, createConnection } from './connection.ts';

let states: ConnectionState[];
let openings: boolean[];
let connection: ReturnType<typeof createConnection>;
const random = vi.fn(() => 0.5);
const checkSession = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 });
  vi.resetAllMocks();
  FakeSocket.all = [];
  states = [];
  openings = [];
  connection = createConnection({
    open: () => new FakeSocket() as unknown as WebSocket,
    onState: (state) => states.push(state),
    onOpen: (isReopening) => openings.push(isReopening),
    onMessage: () => {},
    checkSession,
    random,
  });
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('retries after 1, 2, 4, 8 and 10 s, then checks the session and starts over after 30 s', () => {
  getLatestSocket().succeed();
  for (const wait of [1_000, 2_000, 4_000, 8_000, 10_000]) {
    const socketCount = FakeSocket.all.length;
    getLatestSocket().end();
    expect(states.at(-1)).toBe('reconnecting');
    vi.advanceTimersByTime(wait - 1);
    expect(FakeSocket.all).toHaveLength(socketCount);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(socketCount + 1);
    expect(checkSession).not.toHaveBeenCalled();
  }
  getLatestSocket().end();
  expect(checkSession).toHaveBeenCalledOnce();
  expect(states.at(-1)).toBe('closed');
  vi.advanceTimersByTime(29_999);
  expect(FakeSocket.all).toHaveLength(6);
  vi.advanceTimersByTime(1);
  expect(FakeSocket.all).toHaveLength(7);
  expect(states.at(-1)).toBe('reconnecting');
  getLatestSocket().succeed();
  expect(openings).toEqual([false, true]);
});

test('reconnects at a random time within two seconds after a server restart', () => {
  random.mockReturnValueOnce(0.1);
  getLatestSocket().end(1012);
  vi.advanceTimersByTime(200);
  expect(FakeSocket.all).toHaveLength(2);
});

test('resets the attempts after a successful reconnect', () => {
  getLatestSocket().succeed();
  for (const wait of [1_000, 2_000]) {
    getLatestSocket().end();
    vi.advanceTimersByTime(wait);
  }
  getLatestSocket().succeed();
  getLatestSocket().end();
  vi.advanceTimersByTime(1_000);
  expect([FakeSocket.all.length, openings]).toEqual([4, [false, true]]);
});

test('fails an attempt after 10 s without a response', () => {
  vi.advanceTimersByTime(10_000);
  expect(states).toEqual(['reconnecting']);
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.all).toHaveLength(2);
});

test('reconnects immediately and resets the attempts when the page becomes visible', () => {
  getLatestSocket().succeed();
  getLatestSocket().end();
  connection.wake(false);
  expect(FakeSocket.all).toHaveLength(2);
  getLatestSocket().end();
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.all).toHaveLength(3);
});

test('keeps the socket if the page was hidden for less than 15 s and replaces it otherwise', () => {
  getLatestSocket().succeed();
  connection.hide();
  vi.advanceTimersByTime(14_999);
  connection.wake(false);
  vi.advanceTimersByTime(1_000);
  connection.wake(false);
  expect(FakeSocket.all).toHaveLength(1);
  connection.hide();
  vi.advanceTimersByTime(15_000);
  connection.wake(false);
  expect(FakeSocket.all).toHaveLength(2);
  getLatestSocket().succeed();
  expect(openings).toEqual([false, true]);
});

test('keeps a connecting socket when the page becomes visible', () => {
  connection.wake(false);
  expect(FakeSocket.all).toHaveLength(1);
  connection.wake(true);
  expect(FakeSocket.all).toHaveLength(2);
  expect(FakeSocket.all[0]?.readyState).toBe(WebSocket.CLOSED);
});
