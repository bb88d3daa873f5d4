import { useQuery } from '@tanstack/react-query';
import { acceptsPredictions, type LockableShow, predictionsLockAt } from '#contract/show-lock.ts';
import { hasResults, listLiveShows, type Show } from '#contract/shows.ts';
import { hidesShow } from '#contract/spoilers.ts';
import { queryFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { serverNow } from '#web/time/server-clock.ts';
import { useHasPassed } from '#web/time/use-now.ts';

/** Enough to fill a laptop's screen in the first render. */
export const FIRST_TICKETS = 6;

/** A prediction's show has all these fields. */
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
  | 'arePredictionsFrozen'
>;

/** Shows that can't be predicted come last. */
export function listOpenFirst(shows: readonly Show[]): readonly Show[] {
  return [
    ...shows.filter(({ status }) => status === 'open'),
    ...shows.filter(({ status }) => status !== 'open'),
  ];
}

/** Re-renders when predictions lock. */
export function useIsOpenForPredictions(show: LockableShow): boolean {
  const isLocked = useHasPassed(predictionsLockAt(show));
  return show.status === 'open' && !isLocked && !show.arePredictionsFrozen;
}

/** The estimate of the server's time may be up to a second early. */
const REVEAL_DELAY_MS = 1_000;

/** Re-renders when predictions lock. */
export function useArePicksRevealed(show: LockableShow): boolean {
  const isLocked = useHasPassed(predictionsLockAt(show) + REVEAL_DELAY_MS);
  return hasResults(show) || (show.status === 'open' && (isLocked || show.arePredictionsFrozen));
}

export function useNextToPredict<Item extends LockableShow>(
  shows: readonly Item[],
): Item | undefined {
  const next = shows.find((show) => acceptsPredictions(show, serverNow()));
  useHasPassed(next ? predictionsLockAt(next) : Number.NEGATIVE_INFINITY);
  return next;
}

/** If several shows are live, the one that started first. Undefined if hidden by 'no spoilers'. */
export function useLiveShow(): Show | undefined {
  const user = useUser();
  const show = useCurrentShow();
  return show && hidesShow(user, show) ? undefined : show;
}

/** The live show, even if hidden by 'no spoilers'. */
export function useCurrentShow(): Show | undefined {
  return useQuery(queryFor(listLiveShows)).data?.[0];
}
