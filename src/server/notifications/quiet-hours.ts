import { TZDate } from '@date-fns/tz';
import { QUIET_HOURS } from '#contract/notifications.ts';

/** Returns undefined outside the quiet hours. `now` is in epoch milliseconds. */
export function findQuietHoursEnd(now: number, timeZone: string): Date | undefined {
  const end = new TZDate(now, timeZone);
  const hour = end.getHours();
  if (hour >= QUIET_HOURS.to && hour < QUIET_HOURS.from) return undefined;
  if (hour >= QUIET_HOURS.from) end.setDate(end.getDate() + 1);
  end.setHours(QUIET_HOURS.to, 0, 0, 0);
  return new Date(+end);
}

export function startOfDay(now: number, timeZone: string): Date {
  return new Date(new TZDate(now, timeZone).setHours(0, 0, 0, 0));
}
