import { DAY, MINUTE } from './durations.ts';

/** Returns how many minutes a zone is ahead of UTC. */
export type OffsetAt = (instant: Date) => number;

/** Returns the local time at an instant, stored as if it were UTC: 19:30 local becomes 19:30Z. */
export function toWallTime(instant: Date, offsetAt: OffsetAt): Date {
  return new Date(+instant + offsetAt(instant) * MINUTE);
}

/** Returns the earliest instant first: none if clocks skip this local time, two if it repeats. */
export function resolveInstants(wallTime: Date, offsetAt: OffsetAt): Date[] {
  // No zone changes its clocks twice within two days, so one of these offsets is the right one.
  const offsets = [-DAY, DAY].map((shift) => offsetAt(new Date(+wallTime + shift)));
  return [...new Set(offsets)]
    .map((offset) => new Date(+wallTime - offset * MINUTE))
    .filter((instant) => +toWallTime(instant, offsetAt) === +wallTime);
}

export function formatOffset(minutes: number): string {
  const distance = new Date(Math.abs(minutes) * MINUTE).toISOString().slice(11, 16);
  return `${minutes < 0 ? '-' : '+'}${distance}`;
}

/** PostgreSQL can't store dates far outside this range. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2200;
export const SUPPORTED_YEARS = `be between ${FIRST_YEAR} and ${LAST_YEAR}`;

/** Also returns false for an invalid date. */
export function isSupportedYear(instant: Date): boolean {
  const year = instant.getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}
