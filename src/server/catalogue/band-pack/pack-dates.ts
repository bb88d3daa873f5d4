import { tzOffset } from '@date-fns/tz';
import { DAY } from '#contract/durations.ts';
import { wallTimeOf } from '#contract/local-time.ts';
import type { ShowStatus } from '#contract/shows.ts';

/** A date such as '2026-11-28', or a number of days after the import. */
export type PackDay = number | string;

/** One date for the whole pack: in the venues' zones, a tour's days could count from two. */
export function todayIn(timeZone: string, now: number): string {
  return wallTimeOf(new Date(now), (instant) => tzOffset(timeZone, instant))
    .toISOString()
    .slice(0, 10);
}

export function dateOf(day: PackDay, today: string): string {
  if (typeof day === 'string') return day;
  return new Date(Date.parse(today) + day * DAY).toISOString().slice(0, 10);
}

export function statusByDate(date: Date, now: number): ShowStatus {
  return date.getTime() <= now ? 'closed' : 'open';
}
