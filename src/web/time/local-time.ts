import { tzOffset } from '@date-fns/tz';
import { instantsOf, offsetText, wallTimeOf } from '#contract/local-time.ts';

/** The local time of an instant in a zone, in the format of a datetime-local input: '2026-11-28T19:30'. */
export function localTimeOf(instant: string, timeZone: string): string {
  return wallTimeOf(new Date(instant), offsetIn(timeZone)).toISOString().slice(0, 16);
}

/** A zone's UTC offset at an instant: '-05:00'. */
export function offsetAt(instant: string, timeZone: string): string {
  return offsetText(offsetIn(timeZone)(new Date(instant)));
}

/**
 * The UTC offsets of a local time in a zone. None if a clock change skips the time, and two if it repeats
 * it, with the earlier instant's offset first.
 */
export function offsetsOf(localTime: string, timeZone: string): string[] {
  const wallTime = new Date(`${localTime}Z`);
  if (Number.isNaN(+wallTime)) return [];
  return instantsOf(wallTime, offsetIn(timeZone)).map(offsetIn(timeZone)).map(offsetText);
}

/** A zone that the browser doesn't know counts as UTC. */
function offsetIn(timeZone: string): (instant: Date) => number {
  return (instant) => tzOffset(timeZone, instant) || 0;
}
