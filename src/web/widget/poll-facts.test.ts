import { expect, test } from 'vitest';
import { findDelay } from './poll-facts.ts';

test('asks every 15 seconds only during a live show', () => {
  expect(findDelay('live', true, 0)).toBe(15_000);
  expect(findDelay('next', true, 0)).toBe(15_000);
  expect(findDelay('live', false, 0)).toBe(60_000);
  expect(findDelay('next', false, 0)).toBe(300_000);
});

test('doubles the delay with each failure, up to five minutes', () => {
  expect([1, 2, 3, 4, 5, 50].map((failures) => findDelay('live', true, failures))).toEqual([
    30_000, 60_000, 120_000, 240_000, 300_000, 300_000,
  ]);
});
