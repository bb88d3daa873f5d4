import { tz, tzOffset } from '@date-fns/tz';
// The package's own entry loads all of it, which the server's start would wait for.
import { isValid } from 'date-fns/isValid';
import { parseISO } from 'date-fns/parseISO';
import { DATE_FORM } from '#contract/shows.ts';
import { ApiError } from '../http/api-error.ts';

/**
 * The instant that `text` names: ISO 8601 with an offset is taken as it is; without one it is the
 * local time of `timeZone` (a date alone is its midnight). Throws 400 for an unknown zone, for what
 * is no date of the years 1900 to 2200, and for a local time that a clock change skips or doubles.
 */
export function resolveShowDate(text: string, timeZone: string): Date {
  checkTimeZone(timeZone);
  const [isWellFormed, offset] = ISO_DATE.exec(text) ?? [];
  const asUtc = new Date(+parseISO(text, { in: tz('UTC') }));
  if (!isWellFormed || !isValid(asUtc)) throw refused('date', DATE_FORM);
  const instant = offset ? asUtc : instantOfLocalTime(asUtc, timeZone);
  const year = instant.getUTCFullYear();
  if (year < 1900 || year > 2200) throw refused('date', 'Date must lie in the years 1900 to 2200');
  return instant;
}

/** Throws 400 unless it is a name of the IANA time zone database. */
export function checkTimeZone(timeZone: string): void {
  if (!/^[a-z]/i.test(timeZone) || Number.isNaN(tzOffset(timeZone, new Date(0))))
    throw refused('timeZone', 'Time zone must be a name such as America/New_York');
}

/** Clocks are at most 14 hours away from UTC. */
const ISO_DATE =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** `wallTime` is the local time written as if it were UTC. */
function instantOfLocalTime(wallTime: Date, timeZone: string): Date {
  // No zone changes its clocks twice within two days, so one of these offsets is the right one.
  const offsets = [-DAY, DAY].map((away) => tzOffset(timeZone, new Date(+wallTime + away)));
  const instants = [...new Set(offsets)]
    .map((offset) => new Date(+wallTime - offset * MINUTE))
    .filter((instant) => +instant + tzOffset(timeZone, instant) * MINUTE === +wallTime);
  const [instant, second] = instants;
  if (!instant)
    throw refused('date', `This time does not exist in ${timeZone}: its clocks go forward then`);
  if (!second) return instant;
  const choices = instants.map((one) => offsetText(tzOffset(timeZone, one))).join(' or ');
  throw refused(
    'date',
    `This time comes twice in ${timeZone}: its clocks go back then. Add the offset, ${choices}`,
  );
}

/** Minutes as '-04:00'. */
function offsetText(minutes: number): string {
  const distance = new Date(Math.abs(minutes) * MINUTE).toISOString().slice(11, 16);
  return `${minutes < 0 ? '-' : '+'}${distance}`;
}

function refused(path: string, message: string): ApiError {
  return new ApiError(400, message, { issues: [{ path, message }] });
}
