import { HOUR } from './durations.ts';
import { hasResults } from './shows.ts';

/** Returns Unix time in ms. */
export function predictionsLockAt({ date, locksAt }: LockTimes): number {
  return locksAt ? new Date(locksAt).getTime() : new Date(date).getTime() - PREDICTION_CUTOFF_MS;
}

export interface LockTimes {
  date: string | Date;
  locksAt: string | Date | null;
}

/** By default, predictions lock this long before the start of the show. */
export const PREDICTION_CUTOFF_MS = HOUR;

export const PREDICTIONS_CLOSED = 'Predictions are closed for this show';

export interface LockableShow extends LockTimes {
  status: string;
  arePredictionsFrozen: boolean;
}

/** `now` is Unix time in ms. */
export function acceptsPredictions(show: LockableShow, now: number): boolean {
  const { status, arePredictionsFrozen } = show;
  return status === 'open' && !arePredictionsFrozen && now < predictionsLockAt(show);
}

/** Postponed and cancelled shows may reopen, so their rows wait for the lock too. */
export function isSetlistSealed(show: LockTimes & { status: string }, now: number): boolean {
  return !hasResults(show) && now < predictionsLockAt(show);
}

/** Whether fans see each other's picks. Postponed and cancelled shows may reopen. */
export function arePicksRevealed(show: LockableShow, now: number): boolean {
  return hasResults(show) || (show.status === 'open' && !acceptsPredictions(show, now));
}
