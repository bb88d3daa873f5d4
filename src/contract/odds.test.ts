import { expect, test } from 'vitest';
import { formatCalls } from './odds.ts';

test.each([
  [1, 40, '1 in 40 called it'],
  [3, 40, '1 in 13 called it'],
  [20, 40, '1 in 2 called it'],
  [21, 40, '5 in 10 called it'],
  [30, 40, '8 in 10 called it'],
  [39, 40, '9 in 10 called it'],
  [40, 40, 'Everyone called it'],
  [1, 1, 'Everyone called it'],
  [0, 40, 'No one else called it'],
])('formats %i calls in %i predictions: %s', (calls, predictions, text) => {
  expect(formatCalls(calls, predictions)).toBe(text);
});
