import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#contract/durations.ts';
import { formatCountdown, formatRelativeTime, formatTimeLeft } from './durations.ts';

test.each([
  [3 * HOUR + 12 * 60 * SECOND + 44 * SECOND, '03:12:44'],
  [24 * HOUR - SECOND, '23:59:59'],
  [DAY - 1, '1 d 0 h'],
  [32 * HOUR + 54 * MINUTE, '1 d 8 h'],
  [2 * DAY - SECOND, '1 d 23 h'],
  [60 * DAY + HOUR, '60 d 1 h'],
  [1, '00:00:01'],
  [0, '00:00:00'],
  [-5 * SECOND, '00:00:00'],
])('formats %i ms until the lock as %s', (remainingMs, text) => {
  expect(formatCountdown(remainingMs)).toBe(text);
});

test.each([
  [-SECOND, 'under a minute'],
  [MINUTE - 1, 'under a minute'],
  [MINUTE, '1 min'],
  [HOUR - 1, '59 min'],
  [HOUR, '1 h'],
  [HOUR + MINUTE, '1 h 1 min'],
  [2 * HOUR - 1, '1 h 59 min'],
  [2 * HOUR, '2 h'],
  [3 * HOUR + 59 * MINUTE, '3 h'],
  [2 * DAY - 1, '47 h'],
  [3 * DAY - 1, '2 days'],
])('formats %i ms until a deadline as %s', (remainingMs, text) => {
  expect(formatTimeLeft(remainingMs)).toBe(text);
});

test.each([
  [-10 * SECOND, 'just now'],
  [-3 * 60 * SECOND, '3 minutes ago'],
  [-2 * HOUR, '2 hours ago'],
  [-25 * HOUR, 'yesterday'],
  [-15 * 24 * HOUR, '2 weeks ago'],
  [-400 * 24 * HOUR, 'last year'],
  [49 * HOUR, 'in 2 days'],
])('formats %i ms from now as %s', (distance, text) => {
  const now = Date.parse('2026-06-01T12:00:00Z');
  expect(formatRelativeTime(now + distance, now)).toBe(text);
});
