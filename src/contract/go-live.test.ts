import { expect, test } from 'vitest';
import { HOUR } from './durations.ts';
import { isEarlyToGoLive } from './go-live.ts';

test.each([
  [2 * HOUR + 1, true],
  [2 * HOUR, false],
  [0, false],
  [-HOUR, false],
])('going live %i ms before the start is early: %s', (remainingMs, isEarly) => {
  const date = '2031-05-08T19:30:00Z';
  expect(isEarlyToGoLive({ date }, Date.parse(date) - remainingMs)).toBe(isEarly);
});
