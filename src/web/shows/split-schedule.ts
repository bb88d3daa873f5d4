import type { Show } from '#contract/shows.ts';

/** How many past shows the schedule lists at a time. */
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
    past: newestFirst.filter((show) => !isUpcoming(show)),
  };
}

/** A page of the past shows, counted from 1; of a number that is none the nearest there is. */
export function pageOfPast<Of>(past: readonly Of[], wanted: number) {
  const last = Math.max(1, Math.ceil(past.length / PAST_SHOWS));
  const page = Math.min(Math.max(1, Math.trunc(wanted) || 1), last);
  return {
    rows: past.slice((page - 1) * PAST_SHOWS, page * PAST_SHOWS),
    page,
    hasNewer: page > 1,
    hasOlder: page < last,
  };
}
