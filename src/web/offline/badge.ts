import type { AnswerOf } from '#contract/endpoint.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { acceptsPredictions, listUpcomingShows } from '#contract/shows.ts';
import { serverNow } from '#web/http/server-clock.ts';
import type { SeenAnswer } from './last-seen.ts';

/**
 * Keeps the badge on the app's icon at the count of shows that still lack a prediction: by what the pages
 * were told, whenever they are put aside, as only then somebody sees it.
 */
export function showBadge(seenAnswers: () => readonly SeenAnswer[], signal: AbortSignal): void {
  if (!('setAppBadge' in navigator)) return;
  const show = () => {
    const count = countUnpredicted(seenAnswers(), serverNow());
    // Nobody has asked for the lists on this visit: what it says may still be so.
    if (count !== undefined) void navigator.setAppBadge(count).catch(() => {});
  };
  show();
  document.addEventListener('visibilitychange', show, { signal });
}

/** How many shows take predictions at `now` and have none; undefined where that is not known. */
export function countUnpredicted(
  answers: readonly Pick<SeenAnswer, 'path' | 'data'>[],
  now: number,
): number | undefined {
  const answerOf = (path: string) => answers.find((answer) => answer.path === path)?.data;
  const shows = answerOf(listUpcomingShows.path) as AnswerOf<typeof listUpcomingShows> | undefined;
  const mine = answerOf(listMyPredictions.path) as AnswerOf<typeof listMyPredictions> | undefined;
  if (!shows || !mine) return undefined;
  const predicted = new Set(mine.map(({ showId }) => showId));
  return shows.filter((show) => acceptsPredictions(show, now) && !predicted.has(show.id)).length;
}
