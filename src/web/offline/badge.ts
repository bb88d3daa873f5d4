import type { ResponseOf } from '#contract/endpoint.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { acceptsPredictions } from '#contract/show-lock.ts';
import { listUpcomingShows } from '#contract/shows.ts';
import { serverNow } from '#web/time/server-clock.ts';
import type { SeenResponse } from './last-seen.ts';

/** Updates when the page is hidden or shown, because only then is the icon visible. */
export function showBadge(
  listSeenResponses: () => readonly SeenResponse[],
  signal: AbortSignal,
): void {
  if (!('setAppBadge' in navigator)) return;
  const updateBadge = () => {
    const count = countUnpredicted(listSeenResponses(), serverNow());
    // Until the lists load, the old badge may still be right.
    if (count !== undefined) void navigator.setAppBadge(count).catch(() => {});
  };
  updateBadge();
  document.addEventListener('visibilitychange', updateBadge, { signal });
}

/** Returns undefined if a list isn't loaded. */
export function countUnpredicted(
  responses: readonly Pick<SeenResponse, 'path' | 'data'>[],
  now: number,
): number | undefined {
  const findData = (path: string) => responses.find((response) => response.path === path)?.data;
  const shows = findData(listUpcomingShows.path) as
    | ResponseOf<typeof listUpcomingShows>
    | undefined;
  const myPredictions = findData(listMyPredictions.path) as
    | ResponseOf<typeof listMyPredictions>
    | undefined;
  if (!shows || !myPredictions) return undefined;
  const predictedIds = new Set(myPredictions.map(({ showId }) => showId));
  return shows.filter((show) => acceptsPredictions(show, now) && !predictedIds.has(show.id)).length;
}
