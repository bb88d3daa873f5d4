import { describe, expect, it } from 'vitest';
import { getUtcOffset, listOffsets, toLocalTime } from './local-time.ts';

describe('local time of a venue', () => {
  it.each([
    ['2026-11-29T00:30:00.000Z', 'America/New_York', '2026-11-28T19:30', '-05:00'],
    ['2026-07-04T23:30:00.000Z', 'America/New_York', '2026-07-04T19:30', '-04:00'],
    ['2026-07-04T14:00:00.000Z', 'Asia/Kolkata', '2026-07-04T19:30', '+05:30'],
    ['2026-07-04T14:00:00.000Z', 'Nowhere/Land', '2026-07-04T14:00', '+00:00'],
  ])('converts %s in %s to %s with offset %s', (instant, timeZone, local, offset) => {
    expect(toLocalTime(instant, timeZone)).toBe(local);
    expect(getUtcOffset(instant, timeZone)).toBe(offset);
  });

  it('returns one offset for a regular time', () => {
    expect(listOffsets('2026-11-28T19:30', 'America/New_York')).toEqual(['-05:00']);
    expect(listOffsets('2026-07-04T19:30', 'Australia/Sydney')).toEqual(['+10:00']);
  });

  it('returns two offsets for a repeated time, earlier instant first, and none for a skipped one', () => {
    expect(listOffsets('2026-11-01T01:30', 'America/New_York')).toEqual(['-04:00', '-05:00']);
    expect(listOffsets('2026-10-25T02:30', 'Europe/Berlin')).toEqual(['+02:00', '+01:00']);
    expect(listOffsets('2026-03-08T02:30', 'America/New_York')).toEqual([]);
  });

  it('returns no offset for an incomplete date', () => {
    expect(listOffsets('', 'America/New_York')).toEqual([]);
  });
});
