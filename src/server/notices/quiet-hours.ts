import { TZDate, tz } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { setHours } from 'date-fns/setHours';
import { startOfDay } from 'date-fns/startOfDay';
import { QUIET_HOURS } from '#contract/notices.ts';

/** Until when a device in that zone stays quiet, if it does at `now` (milliseconds since 1970). */
export function quietUntil(now: number, timeZone: string): Date | undefined {
  const here = new TZDate(now, timeZone);
  const hour = here.getHours();
  if (hour >= QUIET_HOURS.to && hour < QUIET_HOURS.from) return undefined;
  const day = startOfDay(hour < QUIET_HOURS.to ? here : addDays(here, 1));
  return new Date(setHours(day, QUIET_HOURS.to).getTime());
}

/** When the day began that it is in that zone. */
export function dayBegan(now: number, timeZone: string): Date {
  return new Date(startOfDay(now, { in: tz(timeZone) }).getTime());
}
