/**
 * How many minutes a zone's clocks are ahead of UTC at an instant. Which zone changes its clocks when
 * is the platform's to know: `(at) => tzOffset(timeZone, at)`.
 */
export type OffsetAt = (instant: Date) => number;

/** What clocks show at an instant, written as if it were UTC: 19:30 there is 19:30Z here. */
export function wallTimeOf(instant: Date, offsetAt: OffsetAt): Date {
  return new Date(+instant + offsetAt(instant) * MINUTE);
}

/**
 * The instants at which clocks show that, the earlier first: none where they skip it as they go
 * forward, two where they show it twice as they go back.
 */
export function instantsOf(wallTime: Date, offsetAt: OffsetAt): Date[] {
  // No zone changes its clocks twice within two days, so one of these offsets is the right one.
  const around = [-DAY, DAY].map((away) => offsetAt(new Date(+wallTime + away)));
  return [...new Set(around)]
    .map((offset) => new Date(+wallTime - offset * MINUTE))
    .filter((instant) => +wallTimeOf(instant, offsetAt) === +wallTime);
}

/** Minutes ahead of UTC as '-04:00'. */
export function offsetText(minutes: number): string {
  const distance = new Date(Math.abs(minutes) * MINUTE).toISOString().slice(11, 16);
  return `${minutes < 0 ? '-' : '+'}${distance}`;
}

/** Shows, songs and what is asked of them lie in these years; far beyond them databases know no dates. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2200;
export const SUPPORTED_YEARS = `lie in the years ${FIRST_YEAR} to ${LAST_YEAR}`;

/** Whether that is so of an instant, of which there are some that are none. */
export function isSupportedYear(instant: Date): boolean {
  const year = instant.getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
