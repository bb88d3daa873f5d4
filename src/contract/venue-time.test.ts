import { expect, test } from 'vitest';
import { formatInZone } from './venue-time.ts';

const EASTERN = 'America/New_York';
const SHOW = '2026-11-29T00:30:00.000Z';

test.each([
  ['time', '7:30 PM'],
  ['zonedTime', '7:30 PM EST'],
  ['longDate', 'Saturday, November 28, 2026'],
  ['shortDate', 'Nov 28, 2026'],
  ['weekdayDate', 'Sat, Nov 28'],
  ['fullDateTime', 'Saturday, November 28 at 7:30 PM EST'],
  ['day', '28'],
  ['month', 'Nov'],
  ['monthYear', 'November 2026'],
  ['year', '2026'],
  ['weekday', 'Sat'],
] as const)("formats %s in the venue's time zone as %s", (style, text) => {
  for (const date of [SHOW, Date.parse(SHOW), new Date(SHOW)])
    expect(formatInZone(date, EASTERN, style)).toBe(text);
});

test('falls back to UTC for an unknown time zone', () => {
  expect(formatInZone(SHOW, 'Mars/Olympus', 'zonedTime')).toBe('12:30 AM UTC');
});
