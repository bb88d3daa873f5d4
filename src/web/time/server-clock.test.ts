import { beforeEach, expect, test, vi } from 'vitest';

const NOON = Date.parse('2026-06-01T12:00:00Z');
let clock: typeof import('./server-clock.ts');

beforeEach(async () => {
  vi.resetModules();
  clock = await import('./server-clock.ts');
  vi.spyOn(Date, 'now').mockReturnValue(NOON);
});

/** Simulates a response after 80 ms from a server whose clock is `offsetMs` ahead. */
function receive(offsetMs: number, sentAt: number) {
  const date = new Date(sentAt + 40 + offsetMs);
  clock.learnServerTime(date.toUTCString(), sentAt, sentAt + 80);
}

const estimateOffset = () => clock.serverNow() - NOON;

test('uses the local clock before any response', () => {
  expect(estimateOffset()).toBe(0);
});

test('estimates the offset within a second from one response and closer from more', () => {
  receive(-90_000, NOON + 400);
  expect(Math.abs(estimateOffset() + 90_000)).toBeLessThanOrEqual(550);
  for (let n = 1; n < 20; n += 1) receive(-90_000, NOON + n * 3_070);
  expect(Math.abs(estimateOffset() + 90_000)).toBeLessThanOrEqual(90);
});

test('discards the estimate after a clock was set', () => {
  receive(0, NOON);
  receive(3_600_000, NOON + 1_000);
  expect(Math.abs(estimateOffset() - 3_600_000)).toBeLessThanOrEqual(550);
});

test.each([null, '', 'yesterday'])('ignores the header %j', (header) => {
  clock.learnServerTime(header, NOON, NOON);
  expect(estimateOffset()).toBe(0);
});
