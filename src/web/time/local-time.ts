import { tzOffset } from '@date-fns/tz';
import { instantsOf, offsetText, wallTimeOf } from '#contract/local-time.ts';

/** What the clock of a zone shows at an instant: '2026-11-28T19:30', as a date field takes it. */
export function localTimeOf(instant: string, timeZone: string): string {
  return wallTimeOf(new Date(instant), offsetIn(timeZone)).toISOString().slice(0, 16);
}

/** How far a zone's clock is from UTC at an instant: '-05:00'. */
export function offsetAt(instant: string, timeZone: string): string {
  return offsetText(offsetIn(timeZone)(new Date(instant)));
}

/**
 * The offsets at which a zone's clock shows that local time: none where its clocks skip it, two,
 * the earlier instant's first, where they are put back and show it twice.
 */
export function offsetsOf(localTime: string, timeZone: string): string[] {
  const wallTime = new Date(`${localTime}Z`);
  if (Number.isNaN(+wallTime)) return [];
  return instantsOf(wallTime, offsetIn(timeZone)).map(offsetIn(timeZone)).map(offsetText);
}

/** A zone that this browser does not know counts as UTC. */
function offsetIn(timeZone: string): (at: Date) => number {
  return (at) => tzOffset(timeZone, at) || 0;
}
