import { hasResults, type Locking, predictionsLockAt } from '#contract/shows.ts';

type Locked = Locking & { status: string };

/**
 * Whether what the house players predicted at that moment is their prediction of the show: not of one
 * that does not take place, and not where it takes predictions again, or did since, as it was put off.
 */
export function isStillValid(show: Locked, madeAt: Date): boolean {
  return (
    hasResults(show) || (show.status === 'open' && madeAt.getTime() >= predictionsLockAt(show))
  );
}

/** Whether they have to predict the show at `now`: its predictions have locked, and none of theirs stands. */
export function isDue(show: Locked, madeAt: Date | null, now: number): boolean {
  const isLocked = hasResults(show) || (show.status === 'open' && now >= predictionsLockAt(show));
  return isLocked && !(madeAt && isStillValid(show, madeAt));
}
