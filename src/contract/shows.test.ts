import { expect, test } from 'vitest';
import { createShowBody, DATE_FORM, hasResults, missedText, placeOf } from './shows.ts';

test.each([
  ['open', false, 'Not played yet'],
  ['live', true, 'Not played yet'],
  ['closed', true, 'Not played'],
  // A status that nobody knows is treated as closed, but there is nothing to show of it.
  ['postponed', false, 'Not played'],
])('a show that is %s has results: %s; of a pick that is missing: %s', (status, has, missed) => {
  expect(hasResults({ status })).toBe(has);
  expect(missedText({ status })).toBe(missed);
});

test.each([
  [undefined, 'Date is required'],
  ['  ', 'Date is required'],
  [null, DATE_FORM],
  [20_260_704, DATE_FORM],
  ['2026-07-04T19:30'.padEnd(41, '0'), DATE_FORM],
])('the date %j is refused: %s', (date, sentence) => {
  const { error } = createShowBody.safeParse({ name: 'Barn Night', city: 'Burlington', date });
  expect(error?.issues.map(({ message }) => message)).toEqual([sentence]);
});

test.each([
  ['Richmond', 'VA', 'USA', 'Richmond, VA'],
  ['Lisbon', null, 'Portugal', 'Lisbon, Portugal'],
  ['Singapore', null, null, 'Singapore'],
])('a show at %s, %s, %s is at %j', (city, state, country, place) => {
  expect(placeOf({ city, state, country })).toBe(place);
});
