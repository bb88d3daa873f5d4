import { useQuery } from '@tanstack/react-query';
import {
  acceptsPredictions,
  listLiveShows,
  predictionsLockAt,
  type Show,
} from '#contract/shows.ts';
import { queryFor } from '#web/http/query-for.ts';
import { serverNow } from '#web/time/server-clock.ts';
import { useHasPassed } from '#web/time/use-now.ts';

/** Tickets in the first render. Enough to fill a laptop's screen. */
export const FIRST_TICKETS = 6;

/** The fields of a show that screens display. The show inside a prediction has all of them. */
export type DisplayedShow = Pick<
  Show,
  | 'name'
  | 'venue'
  | 'city'
  | 'state'
  | 'country'
  | 'date'
  | 'timeZone'
  | 'tourName'
  | 'status'
  | 'locksAt'
>;

/** Whether predictions are open, by the server's clock. Rerenders at the lock. */
export function useTakesPredictions(show: Pick<Show, 'date' | 'status' | 'locksAt'>): boolean {
  const isLocked = useHasPassed(predictionsLockAt(show));
  return show.status === 'open' && !isLocked;
}

/** The first show that takes predictions now, which is highlighted. */
export function useNextToPredict<One extends Pick<Show, 'date' | 'status' | 'locksAt'>>(
  shows: readonly One[],
): One | undefined {
  const next = shows.find((show) => acceptsPredictions(show, serverNow()));
  // Rerenders at its lock, when the next one is highlighted.
  useHasPassed(next ? predictionsLockAt(next) : Number.NEGATIVE_INFINITY);
  return next;
}

/** The live show; if several are live, the one that started first. */
export function useLiveShow(): Show | undefined {
  return useQuery(queryFor(listLiveShows)).data?.[0];
}
