import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PULSE, PULSE_INTERVAL_MS, SESSION_ENDED_CODE } from '#contract/realtime.ts';
import { FakeSocket, getLatestSocket } from '../../../tests/support/fake-socket.ts';
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
    onState(state, messageTime) {
      states.push(state);
      lastMessageAt = messageTime;
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

test.each([0, 30_001])(
  'receives messages after a delay of %i ms, and reports a long delay as a reopening',
  (ms) => {
    vi.setSystemTime(Date.now() + ms);
    getLatestSocket().succeed();
    getLatestSocket().onmessage?.({ data: PULSE });
    getLatestSocket().onmessage?.({ data: JSON.stringify(MESSAGE) });
    expect(states).toEqual(['open']);
    expect(openings).toEqual([ms > 0]);
    expect(onMessage).toHaveBeenCalledExactlyOnceWith(MESSAGE);
  },
);

test('keeps only the newest socket open and ignores events of older ones', () => {
  getLatestSocket().succeed();
  for (let time = 1; time <= 12; time += 1) {
    connection.wake(true);
    getLatestSocket().succeed();
  }
  const isOpen = ({ readyState }: FakeSocket) => readyState === WebSocket.OPEN;
  expect(FakeSocket.all.filter(isOpen)).toEqual([getLatestSocket()]);
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
  getLatestSocket().succeed();
  for (let pulse = 1; pulse <= 20; pulse += 1) {
    vi.advanceTimersByTime(PULSE_INTERVAL_MS);
    getLatestSocket().onmessage?.({ data: PULSE });
  }
  expect(FakeSocket.all).toHaveLength(1);
  const lastPulseAt = Date.now();
  vi.advanceTimersByTime(39_999);
  expect(states).toEqual(['open']);
  vi.advanceTimersByTime(1);
  expect(states).toEqual(['open', 'reconnecting']);
  expect(lastMessageAt).toBe(lastPulseAt);
  expect(getLatestSocket().readyState).toBe(WebSocket.CLOSED);
});

test('drops the socket when the network is lost and opens a new one when it is back', () => {
  getLatestSocket().succeed();
  const lastPulseAt = Date.now();
  vi.advanceTimersByTime(3_000);
  connection.onNetworkLost();
  expect(states.at(-1)).toBe('reconnecting');
  expect(lastMessageAt).toBe(lastPulseAt);
  expect(getLatestSocket().readyState).toBe(WebSocket.CLOSED);
  connection.onNetworkLost();
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.all).toHaveLength(2);
  connection.wake(true);
  getLatestSocket().succeed();
  expect(FakeSocket.all).toHaveLength(3);
  expect(states.at(-1)).toBe('open');
});

test('sends only while the socket is open', () => {
  connection.send('too early');
  getLatestSocket().succeed();
  connection.send('sent');
  getLatestSocket().end();
  connection.send('ignored');
  expect(getLatestSocket().send.mock.calls).toEqual([['sent']]);
});

test('checks the session after the server ends it, but not after a lost connection', () => {
  getLatestSocket().succeed();
  getLatestSocket().end();
  expect(checkSession).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  getLatestSocket().succeed();
  getLatestSocket().end(SESSION_ENDED_CODE);
  expect(checkSession).toHaveBeenCalledOnce();
});

test('only logs a socket error', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  getLatestSocket().onerror?.();
  expect([warn.mock.calls.length, states]).toEqual([1, []]);
});

test('stays closed after `close`', () => {
  getLatestSocket().succeed();
  connection.close();
  connection.close();
  vi.advanceTimersByTime(120_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(states.at(-1)).toBe('closed');
});
