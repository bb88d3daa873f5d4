import { tzOffset } from '@date-fns/tz';
import { instantsOf, offsetText, wallTimeOf } from '#contract/local-time.ts';

/** In the format of a datetime-local input: '2026-11-28T19:30'. */
export function localTimeOf(instant: string, timeZone: string): string {
  return wallTimeOf(new Date(instant), offsetIn(timeZone)).toISOString().slice(0, 16);
}

/** '-05:00' */
export function offsetAt(instant: string, timeZone: string): string {
  return offsetText(offsetIn(timeZone)(new Date(instant)));
}

/** None if a clock change skips the time; two if it repeats it, the earlier instant's first. */
export function offsetsOf(localTime: string, timeZone: string): string[] {
  const wallTime = new Date(`${localTime}Z`);
  if (Number.isNaN(+wallTime)) return [];
  return instantsOf(wallTime, offsetIn(timeZone)).map(offsetIn(timeZone)).map(offsetText);
}

/** A zone unknown to the browser counts as UTC. */
function offsetIn(timeZone: string): (instant: Date) => number {
  return (instant) => tzOffset(timeZone, instant) || 0;
}
