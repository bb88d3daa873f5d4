import type { Prediction } from '#contract/predictions.ts';
import { predictionsLockAt } from '#contract/shows.ts';
import { useHasPassed } from '#web/time/use-now.ts';

/** Returns whether the prediction can still change, so that its songs are secret. */
export function useIsSealed({ show, points }: Pick<Prediction, 'show' | 'points'>): boolean {
  const hasPassed = useHasPassed(predictionsLockAt(show));
  return show.status === 'postponed' || (show.status === 'open' && points === null && !hasPassed);
}
