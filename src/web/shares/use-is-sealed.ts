import type { Prediction } from '#contract/predictions.ts';
import { useIsOpenForPredictions } from '#web/show-display/displayed-show.ts';

export function useIsSealed({ show, points }: Pick<Prediction, 'show' | 'points'>): boolean {
  const isOpen = useIsOpenForPredictions(show);
  return show.status === 'postponed' || (isOpen && points === null);
}
