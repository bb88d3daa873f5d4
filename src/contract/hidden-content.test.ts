import { expect, test } from 'vitest';
import { toHidden } from './hidden-content.ts';

test.each([
  ['visible', null],
  ['awaiting', 'awaiting'],
  ['removed', 'removed'],
  [null, null],
] as const)('content that is %s is hidden as %s', (visibility, hidden) => {
  expect(toHidden(visibility)).toBe(hidden);
});
