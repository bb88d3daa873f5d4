import { type Choice, isBeforeLock, isRevealed, type Show, type Tour } from './tour.ts';

/**
 * Returns false if fans have seen predictions that would open again and the request doesn't choose
 * between freezing and voiding them.
 */
export function changeStage(
  tour: Tour,
  show: Show,
  stage: Partial<Pick<Show, 'date' | 'lock' | 'status'>>,
  choice: Choice,
): boolean {
  const changed = { ...show, ...stage };
  const wasRevealed = show.wasRevealed || isRevealed(show, tour.now);
  const isReopened = isBeforeLock(changed, tour.now) && !isBeforeLock(show, tour.now);
  if (!isReopened || !wasRevealed) {
    Object.assign(show, stage, { wasRevealed });
    return true;
  }
  const isPredicted = tour.predictions.some(({ showId }) => showId === show.id);
  if (isPredicted && !choice) return false;
  const isFrozen = isPredicted && choice === 'freeze';
  Object.assign(show, stage, { wasRevealed: isFrozen, isFrozen });
  if (choice === 'void')
    tour.predictions = tour.predictions.filter(({ showId }) => showId !== show.id);
  return true;
}
