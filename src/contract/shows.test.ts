import { expect, test } from 'vitest';
import {
  createShowBody,
  DATE_FORMAT_MESSAGE,
  formatMissedPick,
  formatPlace,
  hasResults,
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

test('rejects a change to a show that only has a choice for its predictions', () => {
  expect(updateShowBody.safeParse({ predictions: 'void', version: 3 }).success).toBe(false);
  expect(updateShowBody.safeParse({ predictions: 'void', city: 'Troy' }).success).toBe(true);
});
