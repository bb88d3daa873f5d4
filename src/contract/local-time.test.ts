import { tzOffset } from '@date-fns/tz';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatOffset, resolveInstants, toWallTime } from './local-time.ts';

const NEW_YORK = 'America/New_York';
const LORD_HOWE = 'Australia/Lord_Howe';
const createOffsetLookup = (timeZone: string) => (instant: Date) => tzOffset(timeZone, instant);

it.each([
  ['an evening', NEW_YORK, '2026-07-04T19:30', ['2026-07-04T23:30']],
  ['before clocks go forward', NEW_YORK, '2026-03-08T01:59', ['2026-03-08T06:59']],
  ['skipped', NEW_YORK, '2026-03-08T02:00', []],
  ['skipped, its last minute', NEW_YORK, '2026-03-08T02:59', []],
  ['after clocks went forward', NEW_YORK, '2026-03-08T03:00', ['2026-03-08T07:00']],
  ['before clocks go back', NEW_YORK, '2026-11-01T00:59', ['2026-11-01T04:59']],
  ['shown twice', NEW_YORK, '2026-11-01T01:00', ['2026-11-01T05:00', '2026-11-01T06:00']],
  ['after clocks went back', NEW_YORK, '2026-11-01T02:00', ['2026-11-01T07:00']],
  ['skipped by half an hour', LORD_HOWE, '2026-10-04T02:15', []],
  [
    'twice by half an hour',
    LORD_HOWE,
    '2026-04-05T01:45',
    ['2026-04-04T14:45', '2026-04-04T15:15'],
  ],
])('resolves a time that is %s in %s, %s, to %j', (_what, timeZone, localTime, expected) => {
  const instants = resolveInstants(new Date(`${localTime}Z`), createOffsetLookup(timeZone));
  expect(instants.map((instant) => instant.toISOString().slice(0, 16))).toEqual(expected);
});

it('converts an instant to local time and back on any day', () => {
  const zone = fc.constantFrom(NEW_YORK, 'Europe/Berlin', LORD_HOWE, 'Asia/Kolkata');
  const [min, max] = [new Date('1990-01-01'), new Date('2060-01-01')];
  fc.assert(
    fc.property(fc.date({ min, max, noInvalidDate: true }), zone, (instant, timeZone) => {
      const instants = resolveInstants(
        toWallTime(instant, createOffsetLookup(timeZone)),
        createOffsetLookup(timeZone),
      );
      expect(instants).toContainEqual(instant);
      expect(instants).toEqual(instants.toSorted((a, b) => +a - +b));
    }),
  );
});

it.each([
  [-240, '-04:00'],
  [330, '+05:30'],
  [0, '+00:00'],
])('formats an offset of %i minutes as %s', (minutes, text) => {
  expect(formatOffset(minutes)).toBe(text);
});
