import { type Show, type ShowStatus, STATUS_LABELS } from '#contract/shows.ts';
import { clockTime, monthYear, shortDate } from '#web/time/venue-time.ts';

/** From the specification. */
export const PAST_SHOWS_PER_PAGE = 12;

/** Postponed shows come last among upcoming ones, and closed shows are past, whatever the date. */
export function splitSchedule(shows: readonly Show[], now: number) {
  const newestFirst = shows.toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date));
  const isPostponed = ({ status }: Show) => status === 'postponed';
  const isUpcoming = (show: Show) =>
    show.status === 'live' ||
    (!isPostponed(show) && show.status !== 'closed' && Date.parse(show.date) >= now);
  return {
    upcoming: [
      ...newestFirst.filter(isUpcoming).reverse(),
      ...newestFirst.filter(isPostponed).reverse(),
    ],
    past: newestFirst.filter((show) => !isUpcoming(show) && !isPostponed(show)),
  };
}

export interface ScheduleMonth {
  title: string;
  shows: Show[];
}

/** Expects shows in schedule order. A month starts at midnight at the venue. */
export function groupByMonth(shows: readonly Show[]): ScheduleMonth[] {
  const months: ScheduleMonth[] = [];
  for (const show of shows) {
    const title =
      show.status === 'postponed' ? STATUS_LABELS.postponed : monthYear(show.date, show.timeZone);
    // Searches all months, because shows can alternate between two across time zones.
    const month = months.find((candidate) => candidate.title === title);
    if (month) month.shows.push(show);
    else months.push({ title, shows: [show] });
  }
  return months;
}

/** Pages start at 1. An invalid number returns the nearest page. */
export function paginatePastShows<Item>(past: readonly Item[], requestedPage: number) {
  const lastPage = Math.max(1, Math.ceil(past.length / PAST_SHOWS_PER_PAGE));
  const page = Math.min(Math.max(1, Math.trunc(requestedPage) || 1), lastPage);
  return {
    rows: past.slice((page - 1) * PAST_SHOWS_PER_PAGE, page * PAST_SHOWS_PER_PAGE),
    page,
    hasNewer: page > 1,
    hasOlder: page < lastPage,
  };
}

/** Includes the time if shows have the same name and date. */
export function formatShowLabel(
  { id, name, date, timeZone, status }: Show,
  shows: readonly Show[],
): string {
  const day = shortDate(date, timeZone);
  const hasTwin = shows.some(
    (other) =>
      other.id !== id && other.name === name && shortDate(other.date, other.timeZone) === day,
  );
  const parts = [name, day, hasTwin && clockTime(date, timeZone)];
  if (status !== 'open' && status !== 'closed')
    parts.push(STATUS_LABELS[status as ShowStatus] ?? status);
  return parts.filter(Boolean).join(' · ');
}
