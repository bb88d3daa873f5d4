import { describe, expect, test } from 'vitest';
import {
  acceptsPredictions,
  arePicksRevealed,
  createShowBody,
  DATE_FORMAT_MESSAGE,
  formatMissedPick,
  formatPlace,
  hasResults,
  predictionsLockAt,
  updateShowBody,
} from './shows.ts';

test.each([
  ['open', false, 'Not played yet'],
  ['live', true, 'Not played yet'],
  ['closed', true, 'Not played'],
  // An unknown status counts as closed but has no results.
  ['adjourned', false, 'Not played'],
  ['cancelled', false, 'Not played'],
  ['postponed', false, 'Not played yet'],
])('a show that is %s has results: %s; a missed pick reads: %s', (status, isPlayed, label) => {
  expect(hasResults({ status })).toBe(isPlayed);
  expect(formatMissedPick({ status })).toBe(label);
});

test.each([
  ['an hour before the start', null, '2031-05-08T18:30:00Z'],
  ['their own lock time', '2031-05-08T12:00:00Z', '2031-05-08T12:00:00Z'],
])('predictions lock at %s', (_what, locksAt, expected) => {
  const show = { date: '2031-05-08T19:30:00Z', locksAt };
  expect(predictionsLockAt(show)).toBe(Date.parse(expected));
});

test.each([
  [undefined, 'Date is required'],
  ['  ', 'Date is required'],
  [null, DATE_FORMAT_MESSAGE],
  [20_260_704, DATE_FORMAT_MESSAGE],
  ['2026-07-04T19:30'.padEnd(41, '0'), DATE_FORMAT_MESSAGE],
])('rejects the date %j with: %s', (date, message) => {
  const { error } = createShowBody.safeParse({ name: 'Barn Night', city: 'Burlington', date });
  expect(error?.issues.map(({ message }) => message)).toEqual([message]);
});

test.each([
  ['Richmond', 'VA', 'USA', 'Richmond, VA'],
  ['Lisbon', null, 'Portugal', 'Lisbon, Portugal'],
  ['Singapore', null, null, 'Singapore'],
])('formats the place %s, %s, %s as %j', (city, state, country, place) => {
  expect(formatPlace({ city, state, country })).toBe(place);
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

test('rejects a change of a show that only has a choice for its predictions', () => {
  expect(updateShowBody.safeParse({ predictions: 'void', version: 3 }).success).toBe(false);
  expect(updateShowBody.safeParse({ predictions: 'void', city: 'Troy' }).success).toBe(true);
});
