import { tzOffset } from '@date-fns/tz';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toWallTime } from '#contract/local-time.ts';
import { localTimeToInstant } from '../../shows/show-date.ts';
import { getCurrentDate, resolveDate } from './pack-dates.ts';

const NEW_YORK = 'America/New_York';
const ZONES = [
  NEW_YORK,
  'America/St_Johns',
  'America/Los_Angeles',
  'Pacific/Honolulu',
  'Pacific/Kiritimati',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Europe/Dublin',
  'Africa/Casablanca',
  'UTC',
];

describe('the start of a show', () => {
  const cases: [label: string, date: string, time: string, zone: string, expected: string][] = [
    ['winter time', '2026-11-28', '19:30', NEW_YORK, '2026-11-29T00:30:00Z'],
    ['summer time', '2026-07-02', '19:30', NEW_YORK, '2026-07-02T23:30:00Z'],
    ['a zone ahead of UTC', '2026-07-01', '20:00', 'Pacific/Auckland', '2026-07-01T08:00:00Z'],
    ['the end of a year', '2027-01-02', '21:15', 'Europe/Dublin', '2027-01-02T21:15:00Z'],
    ['a skipped hour (the next minute)', '2026-03-08', '02:30', NEW_YORK, '2026-03-08T07:00:00Z'],
    ['the minute before a skipped hour', '2026-03-08', '01:59', NEW_YORK, '2026-03-08T06:59:00Z'],
    ['a repeated hour (the first one)', '2026-11-01', '01:30', NEW_YORK, '2026-11-01T05:30:00Z'],
    [
      'a change of half an hour',
      '2026-10-04',
      '02:15',
      'Australia/Lord_Howe',
      '2026-10-03T15:30:00Z',
    ],
    ['a skipped day', '2011-12-30', '19:00', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
  ];
  test.each(cases)('is computed for %s', (_label, date, time, timeZone, expected) => {
    const start = localTimeToInstant(date, timeZone, time);
    expect(start.toISOString()).toBe(new Date(expected).toISOString());
  });

  test('is on its date in its own time zone for every zone and season', () => {
    const anyDate = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2037-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(anyDate, fc.constantFrom(...ZONES), fc.nat(23), (day, timeZone, hour) => {
        const date = day.toISOString().slice(0, 10);
        const time = `${String(hour).padStart(2, '0')}:00`;
        const wallTime = toWallTime(localTimeToInstant(date, timeZone, time), (instant) =>
          tzOffset(timeZone, instant),
        );
        // Kiritimati and others skipped these days.
        fc.pre(date !== '1994-12-31' && date !== '1995-01-01');
        expect(wallTime.toISOString().slice(0, 10)).toBe(date);
      }),
    );
  });
});

test('interprets a day without a time as noon', () => {
  expect(localTimeToInstant('2025-07-15', NEW_YORK).toISOString()).toBe('2025-07-15T16:00:00.000Z');
});

describe('days relative to the import', () => {
  test("count from the current day in the band's time zone", () => {
    expect(getCurrentDate(NEW_YORK, Date.parse('2026-11-28T03:00Z'))).toBe('2026-11-27');
    expect(getCurrentDate('Pacific/Auckland', Date.parse('2026-06-30T13:00Z'))).toBe('2026-07-01');
  });

  test.each([
    [0, '2026-11-27'],
    [1, '2026-11-28'],
    [-27, '2026-10-31'],
    [35, '2027-01-01'],
    [-180, '2026-05-31'],
    ['1995-07-09', '1995-07-09'],
  ])('resolve %s to %s', (day, date) => {
    expect(resolveDate(day, '2026-11-27')).toBe(date);
  });
});
