/** '3 minutes ago', 'in 2 days', 'yesterday', 'just now'. Both in milliseconds since 1970. */
export function relativeTime(at: number, now: number): string {
  const distance = at - now;
  for (const [unit, length] of UNITS) {
    if (Math.abs(distance) >= length) return words.format(Math.trunc(distance / length), unit);
  }
  return 'just now';
}

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const UNITS = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;
