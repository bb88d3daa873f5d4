import { tzOffset } from '@date-fns/tz';
import { instantsOf, wallTimeOf } from '#contract/local-time.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * The instant at which clocks in `timeZone` show `time` (HH:MM), `day` days after the calendar day
 * that `setUpDay` is there. A time that a clock change skips becomes the next minute there is, a
 * doubled one the first of the two. Without `time` it is noon, so that the date reads the same
 * from nearly everywhere.
 */
export function dateOfDay(day: number, timeZone: string, setUpDay: Date, time = '12:00'): Date {
  const offsetAt = (at: Date) => tzOffset(timeZone, at);
  const midnight = wallTimeOf(setUpDay, offsetAt).setUTCHours(0, 0, 0, 0);
  let wallTime = midnight + day * DAY_MS + Date.parse(`1970-01-01T${time}Z`);
  // In a gap the minutes after it are asked, at most a skipped day of them.
  for (;;) {
    const [instant] = instantsOf(new Date(wallTime), offsetAt);
    if (instant) return instant;
    wallTime += MINUTE_MS;
  }
}
