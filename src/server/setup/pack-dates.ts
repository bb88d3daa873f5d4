import { tzOffset } from '@date-fns/tz';
import { DAY } from '#contract/durations.ts';
import { wallTimeOf } from '#contract/local-time.ts';
import type { ShowStatus } from '#contract/shows.ts';

/** A day in a pack: a date such as '2026-11-28', or the number of days after the import. */
export type PackDay = number | string;

/**
 * The calendar day of an import, such as '2026-11-28', in the band's time zone. It is the same for
 * the whole pack. In each venue's zone, days of one tour could count from two different dates.
 */
export function todayIn(timeZone: string, now: number): string {
  return wallTimeOf(new Date(now), (instant) => tzOffset(timeZone, instant))
    .toISOString()
    .slice(0, 10);
}

/** The date of a pack's day, counted from `today`. */
export function dateOf(day: PackDay, today: string): string {
  if (typeof day === 'string') return day;
  return new Date(Date.parse(today) + day * DAY).toISOString().slice(0, 10);
}

/** The status of a show for which the pack has only a date. */
export function statusByDate(date: Date, now: number): ShowStatus {
  return date.getTime() <= now ? 'closed' : 'open';
}
