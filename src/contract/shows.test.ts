import { expect, test } from 'vitest';
import { HOUR } from './durations.ts';
import {
  createShowBody,
  DATE_FORMAT_MESSAGE,
  formatMissedPick,
  formatPlace,
  hasResults,
  isEarlyToGoLive,
  predictionsLockAt,
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

test.each([
  [2 * HOUR + 1, true],
  [2 * HOUR, false],
  [0, false],
  [-HOUR, false],
])('going live %i ms before the start is early: %s', (remainingMs, isEarly) => {
  const date = '2031-05-08T19:30:00Z';
  expect(isEarlyToGoLive({ date }, Date.parse(date) - remainingMs)).toBe(isEarly);
});
