import { TZDate, tzOffset } from '@date-fns/tz';

const MINUTE_MS = 60_000;

/**
 * The instant at which clocks in `timeZone` show `time` (HH:MM), `day` days after the calendar day
 * that `setUpDay` is there. A time that a clock change skips becomes the next minute there is, a
 * doubled one the first of the two. Without `time` it is noon, so that the date reads the same
 * from nearly everywhere.
 */
export function dateOfDay(day: number, timeZone: string, setUpDay: Date, time = '12:00'): Date {
  const today = new TZDate(setUpDay, timeZone);
  const wall = Date.parse(`1970-01-01T${time}Z`);
  const midnight = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate() + day);
  return instantOf(midnight + wall, timeZone);
}

/** When a show of a pack starts, for a set-up on `setUpDay`. */
export function resolveShowDate(
  show: { day: number; time: string; timeZone: string },
  setUpDay: Date,
): Date {
  return dateOfDay(show.day, show.timeZone, setUpDay, show.time);
}

/** `wall` is the local date and time, written as if it were UTC. */
function instantOf(wall: number, timeZone: string): Date {
  const dayBefore = tzOffset(timeZone, new Date(wall - 24 * 60 * MINUTE_MS));
  const dayAfter = tzOffset(timeZone, new Date(wall + 24 * 60 * MINUTE_MS));
  const instants = [dayBefore, dayAfter]
    .map((offset) => ({ offset, date: new Date(wall - offset * MINUTE_MS) }))
    .filter(({ offset, date }) => tzOffset(timeZone, date) === offset)
    .map(({ date }) => date.getTime());
  // In a gap neither offset holds: the minutes after it are asked, at most a skipped day of them.
  return instants.length > 0
    ? new Date(Math.min(...instants))
    : instantOf(wall + MINUTE_MS, timeZone);
}
