import { hasResults, type Locking, predictionsLockAt } from '#contract/shows.ts';

type Locked = Locking & { status: string };

/**
 * Whether a prediction that the house players made at `madeAt` still counts for the show. It does
 * not if the show is postponed or cancelled, or accepts predictions now or has accepted them again
 * since.
 */
export function isStillValid(show: Locked, madeAt: Date): boolean {
  return (
    hasResults(show) || (show.status === 'open' && madeAt.getTime() >= predictionsLockAt(show))
  );
}

/**
 * Whether the house players must predict the show at `now`: predictions have locked, and none of
 * theirs is valid.
 */
export function isDue(show: Locked, madeAt: Date | null, now: number): boolean {
  const isLocked = hasResults(show) || (show.status === 'open' && now >= predictionsLockAt(show));
  return isLocked && !(madeAt && isStillValid(show, madeAt));
}
