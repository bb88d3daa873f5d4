import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PULSE, PULSE_INTERVAL_MS, SESSION_ENDED_CODE } from '#contract/realtime.ts';
import { type ConnectionState, createConnection } from './connection.ts';

class FakeSocket {
  static all: FakeSocket[] = [];
  readyState: number = WebSocket.CONNECTING;
  readonly send = vi.fn();
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
let lastMessageAt: number;
let connection: ReturnType<typeof createConnection>;
const random = vi.fn(() => 0.5);
const onMessage = vi.fn();
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
    onState(state, at) {
      states.push(state);
      lastMessageAt = at;
    },
    onOpen: (isReopening) => openings.push(isReopening),
    onMessage,
    checkSession,
    random,
  });
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function latest(): FakeSocket {
  const socket = FakeSocket.all.at(-1);
  if (!socket) throw new Error('No socket was created');
  return socket;
}

const MESSAGE = { event: 'setlist:update', data: { showId: 's', version: 4, audience: 12 } };

test.each([0, 30_001])('receives messages and flags an open %i ms late', (ms) => {
  vi.setSystemTime(Date.now() + ms);
  latest().succeed();
  latest().onmessage?.({ data: PULSE });
  latest().onmessage?.({ data: JSON.stringify(MESSAGE) });
  expect(states).toEqual(['open']);
  expect(openings).toEqual([ms > 0]);
  expect(onMessage).toHaveBeenCalledExactlyOnceWith(MESSAGE);
});

test('retries after 1, 2, 4, 8 and 10 s, then checks the session and starts over after 30 s', () => {
  latest().succeed();
  for (const wait of [1_000, 2_000, 4_000, 8_000, 10_000]) {
    const before = FakeSocket.all.length;
    latest().end();
    expect(states.at(-1)).toBe('reconnecting');
    vi.advanceTimersByTime(wait - 1);
    expect(FakeSocket.all).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(before + 1);
    expect(checkSession).not.toHaveBeenCalled();
  }
  latest().end();
  expect(checkSession).toHaveBeenCalledOnce();
  expect(states.at(-1)).toBe('closed');
  vi.advanceTimersByTime(29_999);
  expect(FakeSocket.all).toHaveLength(6);
  vi.advanceTimersByTime(1);
  expect(FakeSocket.all).toHaveLength(7);
  expect(states.at(-1)).toBe('reconnecting');
  latest().succeed();
  expect(openings).toEqual([false, true]);
});

test('reconnects at a random time within two seconds after a server restart', () => {
  random.mockReturnValueOnce(0.1);
  latest().end(1012);
  vi.advanceTimersByTime(200);
  expect(FakeSocket.all).toHaveLength(2);
});

test('resets the attempts after a successful reconnect', () => {
  latest().succeed();
  for (const wait of [1_000, 2_000]) {
    latest().end();
    vi.advanceTimersByTime(wait);
  }
  latest().succeed();
  latest().end();
  vi.advanceTimersByTime(1_000);
  expect([FakeSocket.all.length, openings]).toEqual([4, [false, true]]);
});

test('fails an attempt after 10 s without a response', () => {
  vi.advanceTimersByTime(10_000);
  expect(states).toEqual(['reconnecting']);
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.all).toHaveLength(2);
});

test('reconnects at once and resets the attempts when the page becomes visible', () => {
  latest().succeed();
  latest().end();
  connection.wake(false);
  expect(FakeSocket.all).toHaveLength(2);
  latest().end();
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.all).toHaveLength(3);
});

test('keeps the socket if the page was hidden for less than 15 s and replaces it otherwise', () => {
  latest().succeed();
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
  latest().succeed();
  expect(openings).toEqual([false, true]);
});

test('keeps a connecting socket when the page becomes visible', () => {
  connection.wake(false);
  expect(FakeSocket.all).toHaveLength(1);
  connection.wake(true);
  expect(FakeSocket.all).toHaveLength(2);
  expect(FakeSocket.all[0]?.readyState).toBe(WebSocket.CLOSED);
});

test('keeps only the newest socket open and ignores events of older ones', () => {
  latest().succeed();
  for (let time = 1; time <= 12; time += 1) {
    connection.wake(true);
    latest().succeed();
  }
  const isOpen = ({ readyState }: FakeSocket) => readyState === WebSocket.OPEN;
  expect(FakeSocket.all.filter(isOpen)).toEqual([latest()]);
  // A browser may still fire events on a dropped socket.
  const [dropped] = FakeSocket.all;
  states.length = 0;
  dropped?.onmessage?.({ data: JSON.stringify(MESSAGE) });
  dropped?.onclose?.({ code: SESSION_ENDED_CODE });
  dropped?.onopen?.();
  expect([states, onMessage.mock.calls, checkSession.mock.calls]).toEqual([[], [], []]);
  expect(FakeSocket.all).toHaveLength(13);
});

test('drops a socket after 40 s without a pulse and reports the time of the last one', () => {
  latest().succeed();
  for (let pulse = 1; pulse <= 20; pulse += 1) {
    vi.advanceTimersByTime(PULSE_INTERVAL_MS);
    latest().onmessage?.({ data: PULSE });
  }
  expect(FakeSocket.all).toHaveLength(1);
  const last = Date.now();
  vi.advanceTimersByTime(39_999);
  expect(states).toEqual(['open']);
  vi.advanceTimersByTime(1);
  expect(states).toEqual(['open', 'reconnecting']);
  expect(lastMessageAt).toBe(last);
  expect(latest().readyState).toBe(WebSocket.CLOSED);
});

test('drops the socket when the network is lost and opens a new one when it is back', () => {
  latest().succeed();
  const last = Date.now();
  vi.advanceTimersByTime(3_000);
  connection.onNetworkLost();
  expect(states.at(-1)).toBe('reconnecting');
  expect(lastMessageAt).toBe(last);
  expect(latest().readyState).toBe(WebSocket.CLOSED);
  connection.onNetworkLost();
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.all).toHaveLength(2);
  connection.wake(true);
  latest().succeed();
  expect(FakeSocket.all).toHaveLength(3);
  expect(states.at(-1)).toBe('open');
});

test('sends only while the socket is open', () => {
  connection.send('too early');
  latest().succeed();
  connection.send('sent');
  latest().end();
  connection.send('too late');
  expect(latest().send.mock.calls).toEqual([['sent']]);
});

test('checks the session when the server ended it, but not after a lost connection', () => {
  latest().succeed();
  latest().end();
  expect(checkSession).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  latest().succeed();
  latest().end(SESSION_ENDED_CODE);
  expect(checkSession).toHaveBeenCalledOnce();
});

test('only logs a socket error', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  latest().onerror?.();
  expect([warn.mock.calls.length, states]).toEqual([1, []]);
});

test('stays closed after `close`', () => {
  latest().succeed();
  connection.close();
  connection.close();
  vi.advanceTimersByTime(120_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(states.at(-1)).toBe('closed');
});
