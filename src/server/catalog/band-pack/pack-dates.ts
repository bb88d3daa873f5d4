import { tzOffset } from '@date-fns/tz';
import { DAY } from '#contract/durations.ts';
import { toWallTime } from '#contract/local-time.ts';
import type { ShowStatus } from '#contract/shows.ts';

/** A date such as '2026-11-28', or a number of days after the import. */
export type PackDay = number | string;

/** Uses one time zone for the whole pack, so that all of a tour's days count from the same date. */
export function getCurrentDate(timeZone: string, now: number): string {
  return toWallTime(new Date(now), (instant) => tzOffset(timeZone, instant))
    .toISOString()
    .slice(0, 10);
}

export function resolveDate(day: PackDay, today: string): string {
  if (typeof day === 'string') return day;
  return new Date(Date.parse(today) + day * DAY).toISOString().slice(0, 10);
}

export function deriveStatus(date: Date, now: number): ShowStatus {
  return date.getTime() <= now ? 'closed' : 'open';
}
