import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PULSE, PULSE_INTERVAL_MS, SESSION_ENDED_CODE } from '#contract/realtime.ts';
import { FakeSocket, latest } from '../../../tests/support/fake-socket.ts';
import { type ConnectionState, createConnection } from './connection.ts';

let states: ConnectionState[];
let openings: boolean[];
let lastMessageAt: number;
let connection: ReturnType<typeof createConnection>;
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
    random: () => 0.5,
  });
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const MESSAGE = { event: 'setlist:update', data: { showId: 's', version: 4, audience: 12 } };

test.each([0, 30_001])('receives messages and reports an open %i ms late as a reopening', (ms) => {
  vi.setSystemTime(Date.now() + ms);
  latest().succeed();
  latest().onmessage?.({ data: PULSE });
  latest().onmessage?.({ data: JSON.stringify(MESSAGE) });
  expect(states).toEqual(['open']);
  expect(openings).toEqual([ms > 0]);
  expect(onMessage).toHaveBeenCalledExactlyOnceWith(MESSAGE);
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
  const [droppedSocket] = FakeSocket.all;
  states.length = 0;
  droppedSocket?.onmessage?.({ data: JSON.stringify(MESSAGE) });
  droppedSocket?.onclose?.({ code: SESSION_ENDED_CODE });
  droppedSocket?.onopen?.();
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
  const lastPulseAt = Date.now();
  vi.advanceTimersByTime(39_999);
  expect(states).toEqual(['open']);
  vi.advanceTimersByTime(1);
  expect(states).toEqual(['open', 'reconnecting']);
  expect(lastMessageAt).toBe(lastPulseAt);
  expect(latest().readyState).toBe(WebSocket.CLOSED);
});

test('drops the socket when the network is lost and opens a new one when it is back', () => {
  latest().succeed();
  const lastPulseAt = Date.now();
  vi.advanceTimersByTime(3_000);
  connection.onNetworkLost();
  expect(states.at(-1)).toBe('reconnecting');
  expect(lastMessageAt).toBe(lastPulseAt);
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
