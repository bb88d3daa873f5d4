import { expect, test } from 'vitest';
import {
  createShowBody,
  DATE_FORM,
  hasResults,
  missedText,
  placeOf,
  predictionsLockAt,
} from './shows.ts';

test.each([
  ['open', false, 'Not played yet'],
  ['live', true, 'Not played yet'],
  ['closed', true, 'Not played'],
  // A status that nobody knows is treated as closed, but there is nothing to show of it.
  ['adjourned', false, 'Not played'],
  ['cancelled', false, 'Not played'],
  ['postponed', false, 'Not played yet'],
])('a show that is %s has results: %s; of a pick that is missing: %s', (status, has, missed) => {
  expect(hasResults({ status })).toBe(has);
  expect(missedText({ status })).toBe(missed);
});

test.each([
  ['the usual hour before', null, '2031-05-08T18:30:00Z'],
  ['a time of its own', '2031-05-08T12:00:00Z', '2031-05-08T12:00:00Z'],
])('predictions of a show lock at %s', (_what, locksAt, expected) => {
  const show = { date: '2031-05-08T19:30:00Z', locksAt };
  expect(predictionsLockAt(show)).toBe(Date.parse(expected));
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
