import { expect, test } from 'vitest';
import { computeReconnectDelay, computeRestartDelay } from './reconnect-delay.ts';

const listDelays = (random: number) =>
  [1, 2, 3, 4, 5].map((attempt) => computeReconnectDelay(attempt, () => random));

test('doubles the delay from one second to at most ten in five attempts', () => {
  expect(listDelays(0.5)).toEqual([1_000, 2_000, 4_000, 8_000, 10_000]);
  expect(computeReconnectDelay(6)).toBeUndefined();
});

test('varies each delay by up to 20%', () => {
  expect(listDelays(0)).toEqual([800, 1_600, 3_200, 6_400, 8_000]);
  expect(listDelays(1)).toEqual([1_200, 2_400, 4_800, 9_600, 12_000]);
});

test('spreads the first attempt after a restart over two seconds', () => {
  expect([0, 0.5, 1].map((random) => computeRestartDelay(() => random))).toEqual([0, 1_000, 2_000]);
});
