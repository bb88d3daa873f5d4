import type { Prediction } from '#contract/predictions.ts';
import { useIsOpenForPredictions } from '#web/show-display/displayed-show.ts';

/** Returns whether the prediction can still change, which keeps its songs secret. */
export function useIsSealed({ show, points }: Pick<Prediction, 'show' | 'points'>): boolean {
  const isOpen = useIsOpenForPredictions(show);
  return show.status === 'postponed' || (isOpen && points === null);
}
