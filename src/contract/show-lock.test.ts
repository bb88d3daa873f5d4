import { describe, expect, test } from 'vitest';
import { acceptsPredictions, arePicksRevealed, predictionsLockAt } from './show-lock.ts';

test.each([
  ['an hour before the start', null, '2031-05-08T18:30:00Z'],
  ['their own lock time', '2031-05-08T12:00:00Z', '2031-05-08T12:00:00Z'],
])('predictions lock at %s', (_what, locksAt, expected) => {
  const show = { date: '2031-05-08T19:30:00Z', locksAt };
  expect(predictionsLockAt(show)).toBe(Date.parse(expected));
});

describe('predictions', () => {
  const date = '2031-05-08T19:30:00Z';
  const lock = Date.parse('2031-05-08T18:30:00Z');

  test.each([
    ['open', false, -1, true, false],
    ['open', false, 0, false, true],
    ['open', true, -1, false, true],
    ['open', true, 0, false, true],
    ['live', false, -1, false, true],
    ['live', true, -1, false, true],
    ['closed', false, 0, false, true],
    ['postponed', false, 0, false, false],
    ['postponed', true, -1, false, false],
    ['cancelled', true, 0, false, false],
  ])(
    'of a show that is %s, frozen: %s, %i ms after the lock, are accepted: %s, revealed: %s',
    (status, arePredictionsFrozen, fromLock, areAccepted, areRevealed) => {
      const show = { status, arePredictionsFrozen, date, locksAt: null };
      expect(acceptsPredictions(show, lock + fromLock)).toBe(areAccepted);
      expect(arePicksRevealed(show, lock + fromLock)).toBe(areRevealed);
    },
  );
});
