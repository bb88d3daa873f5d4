import type { Show } from '#contract/shows.ts';

/** How many past shows the schedule lists. */
export const PAST_SHOWS = 12;

/**
 * Upcoming is what has not started, plus what is live, soonest first; past the rest, newest first.
 * `now` in milliseconds since 1970.
 */
export function splitSchedule(shows: readonly Show[], now: number) {
  const newestFirst = shows.toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date));
  const isUpcoming = (show: Show) => show.status === 'live' || Date.parse(show.date) >= now;
  return {
    upcoming: newestFirst.filter(isUpcoming).reverse(),
    past: newestFirst.filter((show) => !isUpcoming(show)).slice(0, PAST_SHOWS),
  };
}
