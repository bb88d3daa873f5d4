import { predictionsLockAt, type Show } from '#contract/shows.ts';
import { useHasPassed } from '#web/time/use-now.ts';

/** Whether predictions are taken now, by the server's clock; renders again when the lock falls. */
export function useTakesPredictions(show: Pick<Show, 'date' | 'status'>): boolean {
  const isLocked = useHasPassed(predictionsLockAt(show));
  return show.status === 'open' && !isLocked;
}
