import { expect, test } from 'vitest';
import { formatOrdinal } from './ordinals.ts';

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [22, '22nd'],
  [113, '113th'],
  [1_204, '1,204th'],
])('formats %i as %s', (count, ordinal) => {
  expect(formatOrdinal(count)).toBe(ordinal);
});
