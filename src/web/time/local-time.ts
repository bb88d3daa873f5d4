import { tzOffset } from '@date-fns/tz';

/** What the clock of a zone shows at an instant: '2026-11-28T19:30', as a date field takes it. */
export function localTimeOf(instant: string, timeZone: string): string {
  const at = new Date(instant);
  return new Date(+at + offsetMinutes(timeZone, at) * MINUTE).toISOString().slice(0, 16);
}

/** How far a zone's clock is from UTC at an instant: '-05:00'. */
export function offsetAt(instant: string, timeZone: string): string {
  return offsetText(offsetMinutes(timeZone, new Date(instant)));
}

/**
 * The offsets at which a zone's clock shows that local time: none where its clocks skip it, two,
 * the earlier instant's first, where they are put back and show it twice.
 */
export function offsetsOf(localTime: string, timeZone: string): string[] {
  const asUtc = Date.parse(`${localTime}Z`);
  if (Number.isNaN(asUtc)) return [];
  // No zone changes its clocks twice within two days, so one of these is in force.
  const around = [-DAY, DAY].map((away) => offsetMinutes(timeZone, new Date(asUtc + away)));
  return [...new Set(around)]
    .filter((offset) => offsetMinutes(timeZone, new Date(asUtc - offset * MINUTE)) === offset)
    .map(offsetText);
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A zone that this browser does not know counts as UTC. */
function offsetMinutes(timeZone: string, at: Date): number {
  return tzOffset(timeZone, at) || 0;
}

function offsetText(minutes: number): string {
  const distance = new Date(Math.abs(minutes) * MINUTE).toISOString().slice(11, 16);
  return `${minutes < 0 ? '-' : '+'}${distance}`;
}
