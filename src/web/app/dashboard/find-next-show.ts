import { HOUR } from '#contract/durations.ts';
import type { Prediction } from '#contract/predictions.ts';
import type { Show } from '#contract/shows.ts';
import type { DisplayedShow } from '#web/show-display/displayed-show.ts';

export type NextShow = DisplayedShow & { id: string };

/** A predicted show stays until it goes live. Falls back to a postponed or cancelled show. */
export function findNextShow(
  upcomingShows: readonly Show[],
  predictions: readonly Prediction[],
  now: number,
): NextShow | undefined {
  const isExpected = ({ status, date }: DisplayedShow) =>
    status === 'open' && Date.parse(date) > now - MAX_DELAY_MS;
  const lateShow = predictions.find(({ show }) => isExpected(show) && Date.parse(show.date) <= now);
  if (lateShow) return { ...lateShow.show, id: lateShow.showId };
  return (
    upcomingShows.find(isExpected) ??
    upcomingShows.find(({ status }) => status !== 'live' && status !== 'open')
  );
}

/** After this delay, the show probably took place without being set live. */
const MAX_DELAY_MS = 4 * HOUR;
