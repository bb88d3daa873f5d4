import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contract/durations.ts';
import { formatCountdown } from './countdown.ts';

test.each([
  [2 * DAY + 3 * HOUR + 59 * MINUTE, '2 d 3 h'],
  [DAY - 1, '1 d 0 h'],
  [3 * HOUR + 12 * MINUTE + 30_000, '3 h 12 min'],
  [12 * MINUTE + 5_000, '12 min 5 s'],
  [4_001, '5 s'],
  [-1, '0 s'],
])('formats %i ms as %s', (ms, text) => {
  expect(formatCountdown(ms)).toBe(text);
});
