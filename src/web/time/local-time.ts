import { tzOffset } from '@date-fns/tz';
import { formatOffset, resolveInstants, toWallTime } from '#contract/local-time.ts';

/** Returns the format of a datetime-local input: '2026-11-28T19:30'. */
export function toLocalTime(instant: string, timeZone: string): string {
  return toWallTime(new Date(instant), createOffsetLookup(timeZone)).toISOString().slice(0, 16);
}

export function getUtcOffset(instant: string, timeZone: string): string {
  return formatOffset(createOffsetLookup(timeZone)(new Date(instant)));
}

/**
 * Returns none for a time that a clock change skips, and two (earlier first) for a repeated one.
 */
export function listOffsets(localTime: string, timeZone: string): string[] {
  const wallTime = new Date(`${localTime}Z`);
  if (Number.isNaN(+wallTime)) return [];
  return resolveInstants(wallTime, createOffsetLookup(timeZone))
    .map(createOffsetLookup(timeZone))
    .map(formatOffset);
}

/** Treats zones unknown to the browser as UTC. */
function createOffsetLookup(timeZone: string): (instant: Date) => number {
  return (instant) => tzOffset(timeZone, instant) || 0;
}
