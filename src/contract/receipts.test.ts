import { expect, test } from 'vitest';
import { formatCorrection } from './receipts.ts';

test.each([
  [27, 'The closer changed: you +27'],
  [-31, 'The closer changed: you −31'],
  [0, 'The closer changed: you +0'],
  [1, 'The closer changed: you +1'],
  [-1, 'The closer changed: you −1'],
])('describes a correction by %i as %s', (difference, text) => {
  expect(formatCorrection({ what: 'The closer changed', difference })).toBe(text);
});
