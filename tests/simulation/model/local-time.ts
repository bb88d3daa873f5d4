import { DAY } from './tour.ts';

/**
 * The instants at which a zone's clocks show this time ('2026-03-08T02:30'): usually one, two when
 * the clocks go back, none when they skip it. Tries every offset that a zone can have.
 */
export function instantsOf(local: string, zone: string): number[] {
  const asUtc = Date.parse(`${local}Z`);
  const found: number[] = [];
  for (let instant = asUtc - DAY; instant <= asUtc + DAY; instant += 900_000)
    if (localTextOf(instant, zone) === local) found.push(instant);
  return found;
}

/** A zone's local time at an instant, to the minute. */
export function localTextOf(instant: number, zone: string): string {
  return formatOf(zone).format(instant).replace(' ', 'T');
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(zone, format);
  return format;
}
