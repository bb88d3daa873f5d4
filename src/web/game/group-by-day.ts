import type { Show } from '#contract/shows.ts';
import { longDate } from '#web/time/venue-time.ts';

type Dated = Pick<Show, 'date' | 'timeZone'>;

/** Groups neighbors that start on the same day at their venues, in the order of the shows. */
export function groupByDay<S extends Dated>(shows: readonly S[]): [S, ...S[]][] {
  const days: [S, ...S[]][] = [];
  for (const show of shows) {
    const day = days.at(-1);
    if (day && formatDay(day[0]) === formatDay(show)) day.push(show);
    else days.push([show]);
  }
  return days;
}

function formatDay({ date, timeZone }: Dated): string {
  return longDate(date, timeZone);
}
