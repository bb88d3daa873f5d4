import { DAY } from './tour.ts';

/**
 * The instants at which the clocks of a zone show this time ('2026-03-08T02:30'): one, two where they
 * go back then, none where they go forward. By trying every offset that a zone can have.
 */
export function instantsOf(local: string, zone: string): number[] {
  const asUtc = Date.parse(`${local}Z`);
  const found: number[] = [];
  for (let at = asUtc - DAY; at <= asUtc + DAY; at += 900_000)
    if (localTextOf(at, zone) === local) found.push(at);
  return found;
}

/** What the clocks of a zone show then, to the minute. */
export function localTextOf(at: number, zone: string): string {
  return formatOf(zone).format(at).replace(' ', 'T');
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
