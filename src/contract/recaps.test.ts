import { expect, test } from 'vitest';
import { formatCalls } from './recaps.ts';

test.each([
  [1, 412, '1 of 412 called it'],
  [1_200, 10_000, '1,200 of 10,000 called it'],
  [0, 1_412, 'None of 1,412 others called it'],
])('formats %i calls of %i sheets as "%s"', (calls, sheets, text) => {
  expect(formatCalls({ calls, sheets })).toBe(text);
});
