import { tzOffset } from '@date-fns/tz';
import { z } from 'zod';
import { MINUTE } from '#contract/durations.ts';
import {
  formatOffset,
  isSupportedYear,
  resolveInstants,
  SUPPORTED_YEARS,
} from '#contract/local-time.ts';
import { DATE_FORMAT_MESSAGE, LOCKS_AT_FORMAT_MESSAGE } from '#contract/shows.ts';
import { ApiError } from '../http/api-error.ts';

const FORMAT_MESSAGES = { date: DATE_FORMAT_MESSAGE, locksAt: LOCKS_AT_FORMAT_MESSAGE };
type DateField = keyof typeof FORMAT_MESSAGES;

/**
 * Parses ISO 8601. Without an offset it is local time in `timeZone`, and a date alone is midnight.
 * Throws 400 outside the years 1900 to 2200, and for a local time that clocks skip or repeat.
 */
export function resolveShowDate(text: string, timeZone: string, field: DateField = 'date'): Date {
  checkTimeZone(timeZone);
  const isoDate = parseIso(text);
  if (!isoDate) throw createFieldError(field, FORMAT_MESSAGES[field]);
  const { date, hasOffset } = isoDate;
  const instant = hasOffset ? date : resolveLocalTime(date, timeZone, field);
  if (!isSupportedYear(instant)) throw createFieldError(field, `Date must ${SUPPORTED_YEARS}`);
  return instant;
}

/**
 * Returns the instant when clocks in `timeZone` show `time` (HH:MM). A skipped time becomes the next
 * existing minute, and a repeated time its first occurrence.
 */
export function localTimeToInstant(date: string, timeZone: string, time = '12:00'): Date {
  const offsetAt = (date: Date) => tzOffset(timeZone, date);
  let wallTime = Date.parse(`${date}T${time}Z`);
  // The loop ends within a day, the longest time that clocks skip.
  for (;;) {
    const [instant] = resolveInstants(new Date(wallTime), offsetAt);
    if (instant) return instant;
    wallTime += MINUTE;
  }
}

/** Throws 400 unless it is an IANA time zone name. */
export function checkTimeZone(timeZone: string): void {
  if (!isTimeZone(timeZone))
    throw createFieldError('timeZone', 'Time zone must be a name such as America/New_York');
}

/** Rejects offsets such as +02:00, which some runtimes accept: they have no clock changes. */
export function isTimeZone(name: string): boolean {
  return /^[a-z]/i.test(name) && !Number.isNaN(tzOffset(name, new Date(0)));
}

/** Offsets are at most 14 hours. */
const ISO_DATE =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)(Z|[+-](?:(?:0\d|1[0-3])(?::?[0-5]\d)?|14(?::?00)?))?)?$/;

/** Assumes UTC without an offset. Returns undefined for an invalid format or date. */
function parseIso(text: string): { date: Date; hasOffset: boolean } | undefined {
  const [isWellFormed, day, time = '00:00', offset] = ISO_DATE.exec(text) ?? [];
  // `Date` would accept February 30 as March 2.
  if (!isWellFormed || !REAL_DAY.safeParse(day).success) return undefined;
  const zone = offset?.replace(
    /^(.\d\d):?(\d\d)?$/,
    (_, hours, minutes = '00') => `${hours}:${minutes}`,
  );
  const date = new Date(`${day}T${time.replace(',', '.')}${zone ?? 'Z'}`);
  return Number.isNaN(+date) ? undefined : { date, hasOffset: offset !== undefined };
}

const REAL_DAY = z.iso.date();

function resolveLocalTime(wallTime: Date, timeZone: string, field: DateField): Date {
  const offsetAt = (date: Date) => tzOffset(timeZone, date);
  const [instant, second] = resolveInstants(wallTime, offsetAt);
  if (!instant)
    throw createFieldError(
      field,
      `This time does not exist in ${timeZone} because clocks go forward`,
    );
  if (!second) return instant;
  const choices = [instant, second].map((date) => formatOffset(offsetAt(date))).join(' or ');
  throw createFieldError(
    field,
    `This time occurs twice in ${timeZone} because clocks go back. Add the offset, ${choices}`,
  );
}

/** If only the start moves, moves the lock with it. Throws 400 for a lock after the start. */
export function resolveLock(
  input: string | null | undefined,
  { date, timeZone }: { date: Date; timeZone: string },
  before?: { date: Date; locksAt: Date | null },
): Date | null {
  if (input === undefined) {
    if (!before?.locksAt) return null;
    return new Date(before.locksAt.getTime() + date.getTime() - before.date.getTime());
  }
  const locksAt = input === null ? null : resolveShowDate(input, timeZone, 'locksAt');
  if (locksAt && locksAt > date) throw createFieldError('locksAt', LOCK_AFTER_START);
  return locksAt;
}

const LOCK_AFTER_START = 'Predictions must lock at or before the start of the show';

function createFieldError(path: string, message: string): ApiError {
  return new ApiError(400, message, { issues: [{ path, message }] });
}
