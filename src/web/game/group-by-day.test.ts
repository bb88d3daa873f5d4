import { expect, test } from 'vitest';
import { groupByDay } from './group-by-day.ts';

test('groups consecutive shows by the date at their venues', () => {
  const shows = [
    ['2026-11-29T01:00:00Z', 'America/New_York'],
    // Still November 28 in New York.
    ['2026-11-29T04:30:00Z', 'America/New_York'],
    ['2026-11-29T04:30:00Z', 'Europe/Berlin'],
    ['2026-11-29T23:00:00Z', 'America/New_York'],
    // Listed last, for example because it is live.
    ['2026-11-29T00:00:00Z', 'America/New_York'],
  ].map(([date = '', timeZone = ''], id) => ({ id, date, timeZone }));
  expect(groupByDay(shows).map((day) => day.map(({ id }) => id))).toEqual([[0, 1], [2, 3], [4]]);
  expect(groupByDay([])).toEqual([]);
});
