import { expect, test } from 'vitest';
import { isTourOver } from './tours.ts';

test.each([
  [['closed', 'closed'], true],
  [['closed', 'cancelled'], true],
  [['closed', 'open'], false],
  [['closed', 'live'], false],
  [['closed', 'postponed'], false],
  [['cancelled'], false],
  [[], false],
])('for shows %j, isTourOver returns %s', (statuses, isOver) => {
  expect(isTourOver(statuses.map((status) => ({ status })))).toBe(isOver);
});
