import { choose, type Dice } from './dice.ts';
import { formatLocalTime } from './model/local-time.ts';
import type { ShowInput } from './model/requests.ts';
import { type Choice, DAY, HOUR, type Place, type Tour } from './model/tour.ts';

const PLACES: readonly Place[] = [
  { city: 'Burlington', state: 'VT', zone: 'America/New_York' },
  { city: 'Denver', state: 'CO', zone: 'America/Denver' },
  { city: 'London', state: 'England', zone: 'Europe/London' },
  { city: 'Sydney', state: 'NSW', zone: 'Australia/Sydney' },
];

/** The date is in local time or has an offset. */
export function planShowInput(tour: Tour, dice: Dice): ShowInput {
  const place = PLACES[dice.place % PLACES.length] ?? { city: '', state: '', zone: 'UTC' };
  const quarters = [4, 5, 8, 12, 26, 48, 96, 97, 100, 192, 400, -40, -400, -9000, -18_000, -30_000];
  const quarterCount = quarters[dice.row % quarters.length] ?? 8;
  const quarterMs = 900_000;
  const start = Math.floor((tour.now + quarterCount * quarterMs) / quarterMs) * quarterMs;
  const fields = { name: `Night ${dice.song % 5}`, place, locksAt: planLock(start, dice) };
  if (dice.variant % 3 === 0) return { ...fields, date: new Date(start).toISOString() };
  if (dice.variant % 3 === 1) return { ...fields, date: formatLocalTime(start, place.zone) };
  // A local time that a clock change skips or repeats.
  const [hour = ''] = CLOCK_CHANGES.filter(({ zone }) => zone === place.zone).map(
    ({ hours }) => hours[dice.song % hours.length],
  );
  const date = hour || formatLocalTime(start, place.zone);
  return { ...fields, date };
}

/** Rarely returns a lock that is too late. */
function planLock(start: number, { person }: Dice): string | null | undefined {
  const quartersBefore = [0, 1, 12, 96, -1][person % 12];
  if (quartersBefore !== undefined) return new Date(start - quartersBefore * 900_000).toISOString();
  return person % 2 === 0 ? null : undefined;
}

/** Plans a wait: a moment, until a lock or a start to the millisecond, or days. */
export function planWait(tour: Tour, dice: Dice): number {
  const show = choose(tour.shows, dice.show, ({ date }) => date > tour.now);
  const start = show?.date ?? tour.now;
  const lock = show?.lock ?? start - HOUR;
  const moments = [
    tour.now + 1,
    tour.now + 31_000,
    lock - HOUR / 6,
    lock - 2 * HOUR - 1,
    lock - 2 * HOUR,
    lock - 2,
    // Most rules depend on these moments.
    lock - 1,
    lock - 1,
    lock,
    lock + 1,
    start - 1,
    start,
    start + 1,
    tour.now + 3 * HOUR,
    tour.now + DAY,
    tour.now + 8 * DAY,
    tour.now + 32 * DAY,
  ];
  const moment = moments[dice.variant % moments.length] ?? tour.now;
  return Math.max(moment, tour.now + 1);
}

export function planReopeningChoice({ row }: Dice): Choice {
  return (['freeze', 'void', undefined] as const)[row % 3];
}

const CLOCK_CHANGES = [
  { zone: 'America/New_York', hours: ['2026-03-08T02:30', '2026-11-01T01:30'] },
  { zone: 'America/Denver', hours: ['2026-03-08T02:15', '2026-11-01T01:00'] },
  { zone: 'Europe/London', hours: ['2026-03-29T01:30', '2026-10-25T01:30'] },
  { zone: 'Australia/Sydney', hours: ['2026-10-04T02:30', '2026-04-05T02:45'] },
];
