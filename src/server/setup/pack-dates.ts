import { tzOffset } from '@date-fns/tz';
import { wallTimeOf } from '#contract/local-time.ts';
import type { ShowStatus } from '#contract/shows.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A day as a pack names it: a date, '2026-11-28', or how many days after the set-up's. */
export type PackDay = number | string;

/**
 * The calendar day of a set-up, '2026-11-28': one for a whole pack, by the band's own clock. Were it
 * each venue's, days of one tour would be counted from two dates in those hours in which the
 * venues have two.
 */
export function todayIn(timeZone: string, now: number): string {
  return wallTimeOf(new Date(now), (at) => tzOffset(timeZone, at))
    .toISOString()
    .slice(0, 10);
}

/** The date that a pack's day is, counted from `today`. */
export function dateOf(day: PackDay, today: string): string {
  if (typeof day === 'string') return day;
  return new Date(Date.parse(today) + day * DAY_MS).toISOString().slice(0, 10);
}

/** What a show is of which a pack says no more than its date. */
export function statusByDate(date: Date, now: number): ShowStatus {
  return date.getTime() <= now ? 'closed' : 'open';
}
