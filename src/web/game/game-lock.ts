import { type LockTimes, predictionsLockAt } from '#contract/show-lock.ts';
import { clockTime, dateParts, dayDate, timeWithZone } from '#web/time/venue-time.ts';

type Lockable = LockTimes & { timeZone: string };

/** Returns '5:55 PM', or 'Sun 5:55 PM' if the show is on another day. */
export function formatLockTime(show: Lockable): string {
  const { date, timeZone } = show;
  const lock = new Date(predictionsLockAt(show));
  const isSameDay = dayDate(lock, timeZone) === dayDate(date, timeZone);
  return `${isSameDay ? '' : `${dateParts(lock, timeZone).weekday} `}${clockTime(lock, timeZone)}`;
}

/** Returns 'Sun 5:55 PM EST'. */
export function formatLockDay(show: Lockable): string {
  const lock = new Date(predictionsLockAt(show));
  return `${dateParts(lock, show.timeZone).weekday} ${timeWithZone(lock, show.timeZone)}`;
}
