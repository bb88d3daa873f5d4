import { DAY } from './tour.ts';

/**
 * Returns one instant, two when clocks go back, or none when they skip this time. Tries every
 * offset.
 */
export function resolveInstants(local: string, zone: string): number[] {
  const asUtc = Date.parse(`${local}Z`);
  const instants: number[] = [];
  for (let instant = asUtc - DAY; instant <= asUtc + DAY; instant += 900_000)
    if (formatLocalTime(instant, zone) === local) instants.push(instant);
  return instants;
}

export function formatLocalTime(instant: number, zone: string): string {
  return findFormat(zone).format(instant).replace(' ', 'T');
}

const formats = new Map<string, Intl.DateTimeFormat>();

function findFormat(zone: string): Intl.DateTimeFormat {
  const cachedFormat = formats.get(zone);
  if (cachedFormat) return cachedFormat;
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
