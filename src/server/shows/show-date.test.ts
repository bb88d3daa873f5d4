import { tzOffset } from '@date-fns/tz';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { resolveShowDate } from './show-date.ts';

const NEW_YORK = 'America/New_York';

// The result must not depend on the system's time zone.
describe.each(['UTC', NEW_YORK, 'Asia/Kolkata'])("a show's date, on a machine in %s", (zone) => {
  beforeAll(() => {
    vi.stubEnv('TZ', zone);
    expect(new Date().getTimezoneOffset() + tzOffset(zone, new Date())).toBe(0);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    ['2026-07-04T19:30Z', NEW_YORK, '2026-07-04T19:30:00.000Z'],
    ['2026-07-04T19:30:00.000Z', NEW_YORK, '2026-07-04T19:30:00.000Z'],
    ['2026-07-04T19:30-07:00', NEW_YORK, '2026-07-05T02:30:00.000Z'],
    ['2026-07-04T19:30:15+0530', NEW_YORK, '2026-07-04T14:00:15.000Z'],
    ['2026-07-04T19:30-07', NEW_YORK, '2026-07-05T02:30:00.000Z'],
    ['2026-07-04T19:30+14:00', NEW_YORK, '2026-07-04T05:30:00.000Z'],
    ['2026-07-04T19:30', NEW_YORK, '2026-07-04T23:30:00.000Z'],
    ['2026-07-04 19:30', NEW_YORK, '2026-07-04T23:30:00.000Z'],
    ['2026-12-31T19:30', NEW_YORK, '2027-01-01T00:30:00.000Z'],
    ['2026-07-04T19:30:59', 'Asia/Kolkata', '2026-07-04T14:00:59.000Z'],
    ['2026-07-04T19:30', 'America/St_Johns', '2026-07-04T22:00:00.000Z'],
    ['2026-07-04T19:30', 'Pacific/Auckland', '2026-07-04T07:30:00.000Z'],
    ['2026-07-04', NEW_YORK, '2026-07-04T04:00:00.000Z'],
    ['1900-01-02T20:00', NEW_YORK, '1900-01-03T01:00:00.000Z'],
    ['2200-12-31T20:00Z', NEW_YORK, '2200-12-31T20:00:00.000Z'],
    ['2026-03-08T01:59', NEW_YORK, '2026-03-08T06:59:00.000Z'],
    ['2026-03-08T03:00', NEW_YORK, '2026-03-08T07:00:00.000Z'],
    ['2026-11-01T00:59', NEW_YORK, '2026-11-01T04:59:00.000Z'],
    ['2026-11-01T02:00', NEW_YORK, '2026-11-01T07:00:00.000Z'],
    ['2026-11-01T01:30-04:00', NEW_YORK, '2026-11-01T05:30:00.000Z'],
    ['2026-11-01T01:30-05:00', NEW_YORK, '2026-11-01T06:30:00.000Z'],
  ])('%s in %s is %s', (text, timeZone, instant) => {
    expect(resolveShowDate(text, timeZone).toISOString()).toBe(instant);
  });

  it.each([
    ['2026-03-08T02:00', NEW_YORK, /does not exist in America\/New_York/],
    ['2026-03-08T02:59:59', NEW_YORK, /does not exist/],
    ['2026-10-04T02:15', 'Australia/Lord_Howe', /does not exist/],
    ['2026-11-01T01:00', NEW_YORK, /occurs twice in America\/New_York.*-04:00 or -05:00/],
    ['2026-11-01T01:59', NEW_YORK, /occurs twice/],
    ['2026-04-05T01:45', 'Australia/Lord_Howe', /occurs twice.*\+11:00 or \+10:30/],
    ['2026-07-04T19:30', 'America/Nowhere', /Time zone must be/],
    ['2026-07-04T19:30', '+02:00', /Time zone must be/],
    ['2026-07-04T19:30Z', 'America/Nowhere', /Time zone must be/],
    ['tomorrow', NEW_YORK, /must look like/],
    ['2026-02-30T19:30', NEW_YORK, /must look like/],
    ['2026-02-30T19:30Z', NEW_YORK, /must look like/],
    ['2026-07-04T25:30', NEW_YORK, /must look like/],
    ['2026-07-04T19:61', NEW_YORK, /must look like/],
    ['2027-07-04T19:30+25:00', NEW_YORK, /must look like/],
    ['2027-07-04T19:30+99:00', NEW_YORK, /must look like/],
    ['2027-07-04T19:30+14:01', NEW_YORK, /must look like/],
    ['2027-07-04T19:30-1459', NEW_YORK, /must look like/],
    ['2027-07-04T19:30+02:60', NEW_YORK, /must look like/],
    ['2026-07-04Z', NEW_YORK, /must look like/],
    ['2026-07-04T19:30[America/New_York]', NEW_YORK, /must look like/],
    ['07/04/2026', NEW_YORK, /must look like/],
    ['1785-07-04T19:30', NEW_YORK, /between 1900 and 2200/],
    ['2201-07-04T19:30Z', NEW_YORK, /between 1900 and 2200/],
  ])('%s in %s is rejected', (text, timeZone, message) => {
    expect(() => resolveShowDate(text, timeZone)).toThrow(
      expect.objectContaining({ statusCode: 400, message: expect.stringMatching(message) }),
    );
  });

  it.each([
    ['2026-02-30T19:30', NEW_YORK, 'date'],
    ['2026-03-08T02:30', NEW_YORK, 'date'],
    ['2026-11-01T01:30', NEW_YORK, 'date'],
    ['2026-07-04T19:30', 'America/Nowhere', 'timeZone'],
  ])('%s in %s is rejected with an issue for the field %s', (text, timeZone, path) => {
    const expectedError = expect.objectContaining({
      issues: [{ path, message: expect.any(String) }],
    });
    expect(() => resolveShowDate(text, timeZone)).toThrow(expectedError);
  });

  it('equals the local time in its time zone', () => {
    const zone = fc.constantFrom(NEW_YORK, 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata');
    const instant = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2060-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instant, zone, (date, timeZone) => {
        const wall = formatWallTime(date, timeZone);
        try {
          expect(formatWallTime(resolveShowDate(wall, timeZone), timeZone)).toBe(wall);
        } catch (error) {
          expect(error).toMatchObject({ message: expect.stringContaining('occurs twice') });
        }
      }),
    );
  });
});

function formatWallTime(date: Date, timeZone: string): string {
  return date.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T');
}
