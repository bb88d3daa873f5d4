import { arePicksRevealed, type LockableShow, predictionsLockAt } from '#contract/show-lock.ts';
import { hasResults } from '#contract/shows.ts';

/** Returns false if the show was postponed or cancelled, or took predictions after `madeAt`. */
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
