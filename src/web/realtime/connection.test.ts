import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SESSION_ENDED_CODE } from '#contract/realtime.ts';
import { type ConnectionState, createConnection } from './connection.ts';

/** A socket that does what the test says. */
class FakeSocket {
  static all: FakeSocket[] = [];
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;

  constructor() {
    FakeSocket.all.push(this);
  }

  succeed() {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  end(code = 1006) {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code });
  }

  close() {
    this.readyState = WebSocket.CLOSED;
  }
}

let states: ConnectionState[];
let openings: boolean[];
let connection: ReturnType<typeof createConnection>;
const onMessage = vi.fn();
const onSessionEnded = vi.fn();

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
    onMessage,
    onSessionEnded,
    random: () => 0.5,
  });
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function latest(): FakeSocket {
  const socket = FakeSocket.all.at(-1);
  if (!socket) throw new Error('No socket was opened');
  return socket;
}

test('opens, hears, and says that the first opening is the first', () => {
  latest().succeed();
  latest().onmessage?.({ data: 'news' });
  expect(states).toEqual(['open']);
  expect(openings).toEqual([false]);
  expect(onMessage).toHaveBeenCalledExactlyOnceWith('news');
});

test('after a cut it waits 1, 2, 4, 8, 10 s, then gives up for 30 s and begins anew', () => {
  latest().succeed();
  for (const wait of [1_000, 2_000, 4_000, 8_000, 10_000]) {
    const before = FakeSocket.all.length;
    latest().end();
    expect(states.at(-1)).toBe('reconnecting');
    vi.advanceTimersByTime(wait - 1);
    expect(FakeSocket.all).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(before + 1);
  }
  latest().end();
  expect(states.at(-1)).toBe('closed');
  vi.advanceTimersByTime(29_999);
  expect(FakeSocket.all).toHaveLength(6);
  vi.advanceTimersByTime(1);
  expect(FakeSocket.all).toHaveLength(7);
  expect(states.at(-1)).toBe('reconnecting');
  latest().succeed();
  expect(openings).toEqual([false, true]);
});

test('an attempt that hears nothing for 10 s has failed', () => {
  vi.advanceTimersByTime(10_000);
  expect(states).toEqual(['reconnecting']);
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.all).toHaveLength(2);
});

test('a page that is seen again tries at once, and counts its attempts anew', () => {
  latest().succeed();
  latest().end();
  connection.wake(false);
  expect(FakeSocket.all).toHaveLength(2);
  latest().end();
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.all).toHaveLength(3);
});

test('a short look away keeps the socket, a long one does not trust it', () => {
  latest().succeed();
  connection.hide();
  vi.advanceTimersByTime(5_000);
  connection.wake(false);
  expect(FakeSocket.all).toHaveLength(1);
  connection.hide();
  vi.advanceTimersByTime(60_000);
  connection.wake(false);
  expect(FakeSocket.all).toHaveLength(2);
  latest().succeed();
  expect(openings).toEqual([false, true]);
});

test('a new network means a new socket', () => {
  latest().succeed();
  connection.wake(true);
  expect(FakeSocket.all).toHaveLength(2);
});

test('a socket whose session ended says so', () => {
  latest().succeed();
  latest().end(SESSION_ENDED_CODE);
  expect(onSessionEnded).toHaveBeenCalledOnce();
});

test('an error is only logged', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  latest().onerror?.();
  expect(warn).toHaveBeenCalledOnce();
  expect(states).toEqual([]);
});

test('once closed it stays closed', () => {
  latest().succeed();
  connection.close();
  connection.close();
  vi.advanceTimersByTime(120_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(states.at(-1)).toBe('closed');
});
