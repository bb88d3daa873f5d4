import type { Prediction } from '#contract/predictions.ts';
import { useTakesPredictions } from '#web/show-display/displayed-show.ts';

/** Returns whether the prediction can still change, so that its songs are secret. */
export function useIsSealed({ show, points }: Pick<Prediction, 'show' | 'points'>): boolean {
  const isOpen = useTakesPredictions(show);
  return show.status === 'postponed' || (isOpen && points === null);
}
