import { beforeEach, expect, test, vi } from 'vitest';

const NOON = Date.parse('2026-06-01T12:00:00Z');
let clock: typeof import('./server-clock.ts');

beforeEach(async () => {
  vi.resetModules();
  clock = await import('./server-clock.ts');
  vi.spyOn(Date, 'now').mockReturnValue(NOON);
});

/** An answer of a server whose clock is `ahead` of ours, asked at `sentAt`, 80 ms on the way. */
function hear(ahead: number, sentAt: number) {
  const date = new Date(sentAt + 40 + ahead);
  clock.learnServerTime(date.toUTCString(), sentAt, sentAt + 80);
}

const offset = () => clock.serverNow() - NOON;

test('before any answer it is our own clock', () => {
  expect(offset()).toBe(0);
});

test('one answer is right to within a second, more come closer', () => {
  hear(-90_000, NOON + 400);
  expect(Math.abs(offset() + 90_000)).toBeLessThanOrEqual(550);
  for (let n = 1; n < 20; n += 1) hear(-90_000, NOON + n * 3_070);
  expect(Math.abs(offset() + 90_000)).toBeLessThanOrEqual(90);
});

test('when a clock is set, what was learnt is forgotten', () => {
  hear(0, NOON);
  hear(3_600_000, NOON + 1_000);
  expect(Math.abs(offset() - 3_600_000)).toBeLessThanOrEqual(550);
});

test.each([null, '', 'yesterday'])('%j teaches nothing', (header) => {
  clock.learnServerTime(header, NOON, NOON);
  expect(offset()).toBe(0);
});
