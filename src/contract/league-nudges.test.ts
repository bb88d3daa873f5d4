import { expect, test } from 'vitest';
import { nudgesEndAt } from './league-nudges.ts';

test.each([
  ['an hour before the start', null, '2026-07-04T16:30:00.000Z'],
  ['earlier', '2026-07-04T12:00:00Z', '2026-07-04T10:00:00.000Z'],
])('ends nudges two hours before predictions lock %s', (_when, locksAt, end) => {
  const show = { date: '2026-07-04T19:30:00Z', locksAt };
  expect(new Date(nudgesEndAt(show)).toISOString()).toBe(end);
});
