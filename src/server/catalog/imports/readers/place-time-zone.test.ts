import { expect, test } from 'vitest';
import { isTimeZone } from '../../../shows/show-date.ts';
import { findPlaceTimeZone } from './place-time-zone.ts';

test.each([
  ['NY', 'USA', 'America/New_York'],
  ['co', 'US', 'America/Denver'],
  ['CA', 'United States', 'America/Los_Angeles'],
  ['BC', 'Canada', 'America/Vancouver'],
  ['WA', 'Australia', 'Australia/Perth'],
  [null, 'Germany', 'Europe/Berlin'],
  [null, 'England', 'Europe/London'],
  [null, 'The Netherlands', 'Europe/Amsterdam'],
  [null, 'Japan', 'Asia/Tokyo'],
  [null, 'dk', 'Europe/Copenhagen'],
  ['04', 'Spain', 'Europe/Madrid'],
  [null, 'Jamaica', 'America/Jamaica'],
])('maps %s, %s to %s', (state, country, zone) => {
  expect(findPlaceTimeZone({ state, country })).toBe(zone);
  expect(isTimeZone(zone)).toBe(true);
});

test.each([
  ['ZZ', 'USA'],
  [null, 'USA'],
  [null, 'Canada'],
  [null, 'Russia'],
  [null, 'At sea'],
  ['NY', null],
])('returns null for %s, %s', (state, country) => {
  expect(findPlaceTimeZone({ state, country })).toBeNull();
});
