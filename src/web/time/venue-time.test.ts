import { expect, test } from 'vitest';
import {
  clockTime,
  dateParts,
  longDate,
  shortDate,
  timeWithZone,
  viewerTime,
} from './venue-time.ts';

const EASTERN = 'America/New_York';
const SHOW = '2026-11-29T00:30:00.000Z';

test("a show's date and time are the venue's", () => {
  expect(timeWithZone(SHOW, EASTERN)).toBe('7:30 PM EST');
  expect(timeWithZone('2026-07-04T23:30:00Z', EASTERN)).toBe('7:30 PM EDT');
  expect(clockTime(SHOW, EASTERN)).toBe('7:30 PM');
  expect(longDate(SHOW, EASTERN)).toBe('Saturday, November 28, 2026');
  expect(shortDate(SHOW, EASTERN)).toBe('Nov 28, 2026');
  expect(dateParts(SHOW, EASTERN)).toEqual({
    day: '28',
    month: 'Nov',
    weekday: 'Sat',
    label: 'Saturday, November 28, 2026',
  });
});

test.each([
  [EASTERN, undefined],
  ['America/Toronto', undefined],
  ['America/Los_Angeles', '4:30 PM PST'],
  ['Europe/Berlin', 'Sun 1:30 AM GMT+1'],
])('who reads it in %s sees %s besides', (zone, text) => {
  expect(viewerTime(SHOW, EASTERN, zone)).toBe(text);
});

test('a zone that the browser does not know reads as UTC', () => {
  expect(timeWithZone(SHOW, 'Mars/Olympus')).toBe('12:30 AM UTC');
});
