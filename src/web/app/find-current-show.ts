import { HOUR } from '#contract/durations.ts';
import type { Show } from '#contract/shows.ts';

/** Returns the live show, or else the open one that starts nearest to now. */
export function findCurrentShow(shows: readonly Show[], now: number): Show | undefined {
  const distance = ({ date }: Show) => Math.abs(Date.parse(date) - now);
  return (
    shows
      .filter(({ status }) => status === 'live')
      .toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date))[0] ??
    shows
      .filter((show) => show.status === 'open' && distance(show) < MAX_DISTANCE_MS)
      .toSorted((a, b) => distance(a) - distance(b))[0]
  );
}

/** Covers a show's morning until well after its encore. */
const MAX_DISTANCE_MS = 14 * HOUR;
