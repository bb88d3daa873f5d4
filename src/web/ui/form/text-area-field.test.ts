import { expect, test } from 'vitest';
import { formatLength } from './text-area-field.tsx';

test.each([
  ['', undefined],
  ['x'.repeat(7), undefined],
  ['x'.repeat(8), '8 / 10 characters'],
  [` ${'x'.repeat(11)} `, '11 / 10 characters'],
])('shows the length of %j near the limit of 10 as %j', (text, expected) => {
  expect(formatLength(text, 10)).toBe(expected);
});
