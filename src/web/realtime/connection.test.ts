import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PULSE, PULSE_EVERY_MS, SESSION_ENDED_CODE } from '#contract/realtime.ts';
import { type ConnectionState, createConnection } from './connection.ts';

/** A socket that does what the test says. */
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
let heardAt: number;
let connection: ReturnType<typeof createConnection>;
const random = vi.fn(() => 0.5);
const onMessage = vi.fn();
const onSessionDoubted = vi.fn();

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
      heardAt = at;
    },
    onOpen: (isReopening) => openings.push(isReopening),
    onMessage,
    onSessionDoubted,
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
  if (!socket) throw new Error('No socket was opened');
  return socket;
}

const NEWS = { event: 'setlist:update', data: { showId: 's', version: 4, audience: 12 } };

test.each([0, 30_001])('opens and hears; %i ms late it may have missed anything', (ms) => {
  vi.setSystemTime(Date.now() + ms);
  latest().succeed();
  latest().onmessage?.({ data: PULSE });
  latest().onmessage?.({ data: JSON.stringify(NEWS) });
  expect(states).toEqual(['open']);
  expect(openings).toEqual([ms > 0]);
  expect(onMessage).toHaveBeenCalledExactlyOnceWith(NEWS);
});

test('after a cut it waits 1, 2, 4, 8, 10 s, then doubts its session, and after 30 s begins anew', () => {
  latest().succeed();
  for (const wait of [1_000, 2_000, 4_000, 8_000, 10_000]) {
    const before = FakeSocket.all.length;
    latest().end();
    expect(states.at(-1)).toBe('reconnecting');
    vi.advanceTimersByTime(wait - 1);
    expect(FakeSocket.all).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(before + 1);
    expect(onSessionDoubted).not.toHaveBeenCalled();
  }
  latest().end();
  expect(onSessionDoubted).toHaveBeenCalledOnce();
  expect(states.at(-1)).toBe('closed');
  vi.advanceTimersByTime(29_999);
  expect(FakeSocket.all).toHaveLength(6);
  vi.advanceTimersByTime(1);
  expect(FakeSocket.all).toHaveLength(7);
  expect(states.at(-1)).toBe('reconnecting');
  latest().succeed();
  expect(openings).toEqual([false, true]);
});

test('after a restart it comes back at any moment of two seconds, not with all others', () => {
  random.mockReturnValueOnce(0.1);
  latest().end(1012);
  vi.advanceTimersByTime(200);
  expect(FakeSocket.all).toHaveLength(2);
});

test('a line that was open again counts its attempts anew', () => {
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

test('a look away of less than 15 s keeps the socket, a longer one does not trust it', () => {
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

test('a page that is seen while its socket opens waits for that one', () => {
  connection.wake(false);
  expect(FakeSocket.all).toHaveLength(1);
  connection.wake(true);
  expect(FakeSocket.all).toHaveLength(2);
  expect(FakeSocket.all[0]?.readyState).toBe(WebSocket.CLOSED);
});

test('only the newest socket is open, and only that is heard', () => {
  latest().succeed();
  for (let time = 1; time <= 12; time += 1) {
    connection.wake(true);
    latest().succeed();
  }
  const isOpen = ({ readyState }: FakeSocket) => readyState === WebSocket.OPEN;
  expect(FakeSocket.all.filter(isOpen)).toEqual([latest()]);
  // What a browser still tells of the one that was dropped.
  const [dropped] = FakeSocket.all;
  states.length = 0;
  dropped?.onmessage?.({ data: JSON.stringify(NEWS) });
  dropped?.onclose?.({ code: SESSION_ENDED_CODE });
  dropped?.onopen?.();
  expect([states, onMessage.mock.calls, onSessionDoubted.mock.calls]).toEqual([[], [], []]);
  expect(FakeSocket.all).toHaveLength(13);
});

test('a line on which the pulse stays out for 40 s is dead, and was last heard before it', () => {
  latest().succeed();
  for (let pulse = 1; pulse <= 20; pulse += 1) {
    vi.advanceTimersByTime(PULSE_EVERY_MS);
    latest().onmessage?.({ data: PULSE });
  }
  expect(FakeSocket.all).toHaveLength(1);
  const last = Date.now();
  vi.advanceTimersByTime(39_999);
  expect(states).toEqual(['open']);
  vi.advanceTimersByTime(1);
  expect(states).toEqual(['open', 'reconnecting']);
  expect(heardAt).toBe(last);
  expect(latest().readyState).toBe(WebSocket.CLOSED);
});

test('where the network is gone the line is, at once; when it is back a new one is opened', () => {
  latest().succeed();
  const last = Date.now();
  vi.advanceTimersByTime(3_000);
  connection.cut();
  expect(states.at(-1)).toBe('reconnecting');
  expect(heardAt).toBe(last);
  expect(latest().readyState).toBe(WebSocket.CLOSED);
  connection.cut();
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.all).toHaveLength(2);
  connection.wake(true);
  latest().succeed();
  expect(FakeSocket.all).toHaveLength(3);
  expect(states.at(-1)).toBe('open');
});

test('what is said goes to the socket where it is open, and else to none', () => {
  connection.say('too early');
  latest().succeed();
  connection.say('heard');
  latest().end();
  connection.say('too late');
  expect(latest().send.mock.calls).toEqual([['heard']]);
});

test('a socket whose session ended says so, one that was cut does not', () => {
  latest().succeed();
  latest().end();
  expect(onSessionDoubted).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  latest().succeed();
  latest().end(SESSION_ENDED_CODE);
  expect(onSessionDoubted).toHaveBeenCalledOnce();
});

test('an error is only logged', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  latest().onerror?.();
  expect([warn.mock.calls.length, states]).toEqual([1, []]);
});

test('once closed it stays closed', () => {
  latest().succeed();
  connection.close();
  connection.close();
  vi.advanceTimersByTime(120_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(states.at(-1)).toBe('closed');
});
