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

/** Tickets that fill a screen, a laptop's included. */
export const FIRST_TICKETS = 6;

/** What the screens say of a show; the show inside a prediction has all of it. */
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

/** The first of the shows that takes predictions now: where the lamp stands. */
export function useNextToPredict<One extends Pick<Show, 'date' | 'status' | 'locksAt'>>(
  shows: readonly One[],
): One | undefined {
  const next = shows.find((show) => acceptsPredictions(show, serverNow()));
  // When its lock falls, it is another's turn.
  useHasPassed(next ? predictionsLockAt(next) : Number.NEGATIVE_INFINITY);
  return next;
}

/** The live show; if several are live, the one that started first. */
export function useLiveShow(): Show | undefined {
  return useQuery(queryFor(listLiveShows)).data?.[0];
}
