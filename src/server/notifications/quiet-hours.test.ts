import { describe, expect, test } from 'vitest';
import { findQuietHoursEnd, startOfDay } from './quiet-hours.ts';

const parseTime = (moment: string) => Date.parse(moment);

describe('a device', () => {
  test.each([
    // [now, the fan's time zone, end of the quiet hours]
    ['2026-07-04T21:59:59-04:00', 'America/New_York', undefined],
    ['2026-07-04T22:00:00-04:00', 'America/New_York', '2026-07-05T08:00:00-04:00'],
    ['2026-07-05T00:30:00-04:00', 'America/New_York', '2026-07-05T08:00:00-04:00'],
    ['2026-07-05T07:59:59-04:00', 'America/New_York', '2026-07-05T08:00:00-04:00'],
    ['2026-07-05T08:00:00-04:00', 'America/New_York', undefined],
    ['2026-07-05T00:30:00-04:00', 'Asia/Tokyo', undefined],
    // Clock changes make the night an hour longer or shorter.
    ['2026-10-31T23:00:00-04:00', 'America/New_York', '2026-11-01T08:00:00-05:00'],
    ['2026-03-07T23:00:00-05:00', 'America/New_York', '2026-03-08T08:00:00-04:00'],
  ])('at %s in %s is quiet until %s', (now, zone, until) => {
    expect(findQuietHoursEnd(parseTime(now), zone)).toEqual(until && new Date(until));
  });

  test("counts days in the fan's time zone", () => {
    const now = parseTime('2026-07-05T01:00:00Z');
    expect(startOfDay(now, 'America/New_York')).toEqual(new Date('2026-07-04T00:00:00-04:00'));
    expect(startOfDay(now, 'Europe/Berlin')).toEqual(new Date('2026-07-05T00:00:00+02:00'));
  });
});
