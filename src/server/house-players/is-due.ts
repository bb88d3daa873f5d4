import {
  arePicksRevealed,
  hasResults,
  type LockableShow,
  predictionsLockAt,
} from '#contract/shows.ts';

/**
 * Returns false after a postponement or cancellation, or if the show accepted predictions after
 * `madeAt`.
 */
export function isStillValid(show: LockableShow, madeAt: Date): boolean {
  return (
    hasResults(show) ||
    (show.status === 'open' &&
      (show.arePredictionsFrozen || madeAt.getTime() >= predictionsLockAt(show)))
  );
}

/** Returns true if predictions have locked and the house players have no valid ones. */
export function isDue(show: LockableShow, madeAt: Date | null, now: number): boolean {
  return arePicksRevealed(show, now) && !(madeAt && isStillValid(show, madeAt));
}
