import { inZone } from '#contract/venue-dates.ts';
import { serverNow } from '#web/http/server-clock.ts';

/** A show's start where it happens: '7:30 PM EST'. */
export function timeWithZone(date: string | Date, timeZone: string): string {
  return inZone(date, timeZone, 'zonedTime');
}

/** '7:41 PM' in that zone, without naming it: a song's play time. */
export function clockTime(date: string | Date, timeZone: string): string {
  return inZone(date, timeZone, 'time');
}

/** 'Saturday, November 28, 2026' in that zone. */
export function longDate(date: string | Date, timeZone: string): string {
  return inZone(date, timeZone, 'longDate');
}

/** 'Nov 28, 2026' in that zone. */
export function shortDate(date: string | Date, timeZone: string): string {
  return inZone(date, timeZone, 'shortDate');
}

/** 'Sat, Nov 28' in that zone, and where that is not this year 'Sat, Nov 28, 2025'. */
export function dayDate(date: string | Date, timeZone: string, now = serverNow()): string {
  const year = otherYear(date, timeZone, now);
  return inZone(date, timeZone, 'dayDate') + (year ? `, ${year}` : '');
}

/**
 * The date of a ticket's stub: '28', 'Nov', 'Sat', the year where it is not this one, and the whole
 * of it to be read out.
 */
export function dateParts(date: string | Date, timeZone: string, now = serverNow()) {
  return {
    day: inZone(date, timeZone, 'day'),
    month: inZone(date, timeZone, 'month'),
    weekday: inZone(date, timeZone, 'weekday'),
    year: otherYear(date, timeZone, now),
    label: longDate(date, timeZone),
  };
}

/** The year in that zone, where it is not the one that it is there now. */
function otherYear(date: string | Date, timeZone: string, now: number): string | undefined {
  const year = inZone(date, timeZone, 'year');
  return year === inZone(new Date(now), timeZone, 'year') ? undefined : year;
}

/**
 * When that is for whoever reads the page: '1:30 AM GMT+1', with the weekday where it is another day.
 * Undefined where their clock shows the same as the venue's.
 */
export function viewerTime(
  date: string | Date,
  timeZone: string,
  viewerZone: string = ownTimeZone(),
): string | undefined {
  const isSameDay = longDate(date, timeZone) === longDate(date, viewerZone);
  if (isSameDay && clockTime(date, timeZone) === clockTime(date, viewerZone)) return undefined;
  const time = timeWithZone(date, viewerZone);
  return isSameDay ? time : `${inZone(date, viewerZone, 'weekday')} ${time}`;
}

/** The IANA name of the zone that the viewer's device is set to. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
