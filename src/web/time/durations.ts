/** '3 minutes ago', 'in 2 days', 'yesterday', 'just now'. Both in milliseconds since 1970. */
export function relativeTime(at: number, now: number): string {
  const distance = at - now;
  for (const [unit, length] of UNITS) {
    if (Math.abs(distance) >= length) return words().format(Math.trunc(distance / length), unit);
  }
  return 'just now';
}

let made: Intl.RelativeTimeFormat | undefined;

/** Made when it is first used: that takes a slow phone a tenth of a second, and most pages have no use for it. */
function words(): Intl.RelativeTimeFormat {
  made ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  return made;
}

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

/** What is left, as a clock: '03:12:44', '2d 03:12:44'; '00:00:00' when it is over. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  const days = Math.floor(seconds / 86_400);
  const clock = [seconds / 3_600, seconds / 60, seconds]
    .map((value, place) => Math.floor(value) % (place === 0 ? 24 : 60))
    .map((value) => String(value).padStart(2, '0'))
    .join(':');
  return days > 0 ? `${days}d ${clock}` : clock;
}
