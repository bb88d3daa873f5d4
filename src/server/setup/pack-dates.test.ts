import { describe, expect, it } from 'vitest';
import { dateOfDay } from './pack-dates.ts';

const NEW_YORK = 'America/New_York';

describe('the start of a show', () => {
  const cases: [
    what: string,
    day: number,
    time: string,
    zone: string,
    setUp: string,
    is: string,
  ][] = [
    ['tomorrow', 1, '19:30', NEW_YORK, '2026-11-27T15:00:00Z', '2026-11-29T00:30:00Z'],
    ['in summer time', 1, '19:30', NEW_YORK, '2026-07-01T15:00:00Z', '2026-07-02T23:30:00Z'],
    [
      'past months of another offset',
      -180,
      '19:30',
      NEW_YORK,
      '2026-07-01T15:00:00Z',
      '2026-01-03T00:30:00Z',
    ],
    [
      "the venue's today, not UTC's",
      0,
      '20:00',
      NEW_YORK,
      '2026-11-28T03:00:00Z',
      '2026-11-28T01:00:00Z',
    ],
    [
      "the venue's today ahead of UTC",
      0,
      '20:00',
      'Pacific/Auckland',
      '2026-06-30T13:00:00Z',
      '2026-07-01T08:00:00Z',
    ],
    [
      'over the end of a year',
      3,
      '21:15',
      'Europe/Dublin',
      '2026-12-30T12:00:00Z',
      '2027-01-02T21:15:00Z',
    ],
    [
      'a time that is skipped: the next minute',
      1,
      '02:30',
      NEW_YORK,
      '2026-03-07T12:00:00Z',
      '2026-03-08T07:00:00Z',
    ],
    [
      'a time just before the gap',
      1,
      '01:59',
      NEW_YORK,
      '2026-03-07T12:00:00Z',
      '2026-03-08T06:59:00Z',
    ],
    [
      'a doubled time: the first',
      1,
      '01:30',
      NEW_YORK,
      '2026-10-31T12:00:00Z',
      '2026-11-01T05:30:00Z',
    ],
    [
      'a half-hour change',
      1,
      '02:15',
      'Australia/Lord_Howe',
      '2026-10-02T20:00:00Z',
      '2026-10-03T15:30:00Z',
    ],
    [
      'a day that was skipped whole',
      1,
      '19:00',
      'Pacific/Apia',
      '2011-12-29T20:00:00Z',
      '2011-12-30T10:00:00Z',
    ],
  ];
  it.each(cases)('%s', (_what, day, time, timeZone, setUpDay, expected) => {
    const start = dateOfDay(day, timeZone, new Date(setUpDay), time);
    expect(start.toISOString()).toBe(new Date(expected).toISOString());
  });
});

it('a day alone is its noon', () => {
  const date = dateOfDay(-500, NEW_YORK, new Date('2026-11-28T03:00:00Z'));
  expect(date.toISOString()).toBe('2025-07-15T16:00:00.000Z');
});
