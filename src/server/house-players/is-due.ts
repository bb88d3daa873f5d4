import { hasResults, type LockTimes, predictionsLockAt } from '#contract/shows.ts';

type Locked = LockTimes & { status: string };

/** False after a postponement or cancellation, or if the show accepted predictions since. */
export function isStillValid(show: Locked, madeAt: Date): boolean {
  return (
    hasResults(show) || (show.status === 'open' && madeAt.getTime() >= predictionsLockAt(show))
  );
}

/** True if predictions have locked and the house players have no valid one. */
export function isDue(show: Locked, madeAt: Date | null, now: number): boolean {
  const isLocked = hasResults(show) || (show.status === 'open' && now >= predictionsLockAt(show));
  return isLocked && !(madeAt && isStillValid(show, madeAt));
}
