import { expect, test } from 'vitest';
import {
  clockTime,
  dateParts,
  dayDate,
  longDate,
  nearDate,
  shortDate,
  timeWithZone,
  viewerTime,
} from './venue-time.ts';

const EASTERN = 'America/New_York';
const NOW = Date.parse('2026-06-01T12:00:00Z');
const SHOW = '2026-11-29T00:30:00.000Z';

test("formats the date and time in the venue's time zone", () => {
  expect(timeWithZone(SHOW, EASTERN)).toBe('7:30 PM EST');
  expect(timeWithZone('2026-07-04T23:30:00Z', EASTERN)).toBe('7:30 PM EDT');
  expect(clockTime(SHOW, EASTERN)).toBe('7:30 PM');
  expect(longDate(SHOW, EASTERN)).toBe('Saturday, November 28, 2026');
  expect(shortDate(SHOW, EASTERN)).toBe('Nov 28, 2026');
  expect(dateParts(SHOW, EASTERN, NOW)).toEqual({
    day: '28',
    month: 'Nov',
    weekday: 'Sat',
    year: undefined,
    label: 'Saturday, November 28, 2026',
  });
});

test.each([
  ['2026-12-31T23:00:00Z', '2026-06-01T12:00:00Z', EASTERN, undefined, 'Thu, Dec 31'],
  ['2027-01-01T04:59:00Z', '2026-06-01T12:00:00Z', EASTERN, undefined, 'Thu, Dec 31'],
  ['2027-01-01T04:59:00Z', '2026-06-01T12:00:00Z', 'UTC', '2027', 'Fri, Jan 1, 2027'],
  ['2025-07-04T23:30:00Z', '2026-01-01T05:00:00Z', EASTERN, '2025', 'Fri, Jul 4, 2025'],
  ['2025-07-04T23:30:00Z', '2026-01-01T04:59:00Z', EASTERN, undefined, 'Fri, Jul 4'],
])('formats %s at %s in %s with the year %s', (date, now, zone, year, text) => {
  expect(dateParts(date, zone, Date.parse(now)).year).toBe(year);
  expect(dayDate(date, zone, Date.parse(now))).toBe(text);
});

test.each([
  ['2026-06-01T23:30:00Z', 'Tonight'],
  ['2026-06-02T03:59:00Z', 'Tonight'],
  ['2026-06-01T18:00:00Z', 'Today'],
  ['2026-06-02T04:00:00Z', 'Tomorrow'],
  ['2026-06-03T23:30:00Z', 'Wed, Jun 3'],
])('formats the day of %s as %s', (date, text) => {
  expect(nearDate(date, EASTERN, NOW)).toBe(text);
});

test.each([
  [EASTERN, undefined],
  ['America/Toronto', undefined],
  ['America/Los_Angeles', '4:30 PM PST'],
  ['Europe/Berlin', 'Sun 1:30 AM GMT+1'],
])('formats the time for a viewer in %s as %s', (zone, text) => {
  expect(viewerTime(SHOW, EASTERN, zone)).toBe(text);
});
