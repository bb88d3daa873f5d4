import { expect, test } from 'vitest';
import { toHiddenReason } from './hidden-content.ts';

test.each([
  ['visible', null],
  ['awaiting', 'awaiting'],
  ['removed', 'removed'],
  [null, null],
] as const)('maps visibility %s to reason %s', (visibility, hidden) => {
  expect(toHiddenReason(visibility)).toBe(hidden);
});
