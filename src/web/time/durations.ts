import { DAY, HOUR, MINUTE } from '#contract/durations.ts';

/** Returns text such as '3 minutes ago' or 'just now'. Times are in milliseconds. */
export function formatRelativeTime(time: number, now: number): string {
  const distance = time - now;
  for (const [unit, length] of UNITS) {
    if (Math.abs(distance) >= length)
      return getRelativeTimeFormat().format(Math.trunc(distance / length), unit);
  }
  return 'just now';
}

let cachedFormat: Intl.RelativeTimeFormat | undefined;

/** Created on first use, because it takes 0.1 s on a slow phone. */
function getRelativeTimeFormat(): Intl.RelativeTimeFormat {
  cachedFormat ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  return cachedFormat;
}

const UNITS = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;

/**
 * Returns '3 days', '3 h', '1 h 47 min' or 'under a minute'. Rounds down: never past the deadline.
 */
export function formatTimeLeft(remainingMs: number): string {
  if (remainingMs < MINUTE) return 'under a minute';
  const minutes = Math.floor(remainingMs / MINUTE);
  if (minutes < 60) return `${minutes} min`;
  if (minutes > 60 && minutes < 120) return `1 h ${minutes - 60} min`;
  if (remainingMs < 2 * DAY) return `${Math.floor(remainingMs / HOUR)} h`;
  return `${Math.floor(remainingMs / DAY)} days`;
}

/** Returns '03:12:44', or '1 d 8 h' from a day on. */
export function formatCountdown(remainingMs: number): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1_000));
  const hours = Math.floor(seconds / 3_600);
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  return [hours, seconds / 60, seconds]
    .map((value) => Math.floor(value) % 60)
    .map((value) => String(value).padStart(2, '0'))
    .join(':');
}
