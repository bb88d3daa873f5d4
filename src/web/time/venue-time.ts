import { DAY } from '#contract/durations.ts';
import { TIME_ZONE_COOKIE } from '#contract/first-reads.ts';
import { formatInZone } from '#contract/venue-time.ts';
import { writeCookie } from '#web/ui/cookie.ts';
import { getFirstRender } from '#web/ui/loading/first-render.ts';
import { serverNow } from './server-clock.ts';

/** Returns a time such as '7:30 PM EST'. */
export function timeWithZone(date: string | Date, timeZone: string): string {
  return formatInZone(date, timeZone, 'zonedTime');
}

export function clockTime(date: string | Date, timeZone: string): string {
  return formatInZone(date, timeZone, 'time');
}

export function longDate(date: string | Date, timeZone: string): string {
  return formatInZone(date, timeZone, 'longDate');
}

export function shortDate(date: string | Date, timeZone: string): string {
  return formatInZone(date, timeZone, 'shortDate');
}

/** Returns 'November 2026'. */
export function monthYear(date: string | Date, timeZone: string): string {
  return formatInZone(date, timeZone, 'monthYear');
}

/** Returns 'Sat, Nov 28', or 'Sat, Nov 28, 2025' in another year. */
export function dayDate(date: string | Date, timeZone: string, now = serverNow()): string {
  const year = getOtherYear(date, timeZone, now);
  return formatInZone(date, timeZone, 'weekdayDate') + (year ? `, ${year}` : '');
}

/** Returns 'Today', 'Tonight' from 5 PM on, 'Tomorrow', or a date such as 'Sat, Nov 28'. */
export function nearDate(date: string | Date, timeZone: string, now = serverNow()): string {
  const day = longDate(date, timeZone);
  if (day === longDate(new Date(now), timeZone))
    return /^([5-9]|1[01]):\d\d PM$/.test(clockTime(date, timeZone)) ? 'Tonight' : 'Today';
  if (day === longDate(new Date(now + DAY), timeZone)) return 'Tomorrow';
  return dayDate(date, timeZone, now);
}

/** `year` is undefined in the current year. `label` is for screen readers. */
export function dateParts(date: string | Date, timeZone: string, now = serverNow()) {
  return {
    day: formatInZone(date, timeZone, 'day'),
    month: formatInZone(date, timeZone, 'month'),
    weekday: formatInZone(date, timeZone, 'weekday'),
    year: getOtherYear(date, timeZone, now),
    label: longDate(date, timeZone),
  };
}

function getOtherYear(date: string | Date, timeZone: string, now: number): string | undefined {
  const year = formatInZone(date, timeZone, 'year');
  return year === formatInZone(new Date(now), timeZone, 'year') ? undefined : year;
}

/** Returns '1:30 AM GMT+1', with the weekday if it differs, or undefined if both clocks agree. */
export function viewerTime(
  date: string | Date,
  timeZone: string,
  viewerZone: string = browserTimeZone(),
): string | undefined {
  const isSameDay = longDate(date, timeZone) === longDate(date, viewerZone);
  if (isSameDay && clockTime(date, timeZone) === clockTime(date, viewerZone)) return undefined;
  const time = timeWithZone(date, viewerZone);
  return isSameDay ? time : `${formatInZone(date, viewerZone, 'weekday')} ${time}`;
}

export function browserTimeZone(): string {
  return getFirstRender()?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Stores the zone in a cookie, so that the server can render the next visit with it. */
export function rememberTimeZone(): void {
  writeCookie(TIME_ZONE_COOKIE, browserTimeZone(), YEAR_S);
}

const YEAR_S = 365 * 24 * 60 * 60;
