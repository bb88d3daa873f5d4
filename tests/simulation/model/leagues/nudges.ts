import type { Expected } from '../apply.ts';
import { isMuted } from '../moderation/cases.ts';
import { acceptsPredictions, HOUR, type Show, type Tour } from '../tour.ts';
import { isMember, isVisible, type League, listCountingShows } from './league.ts';

export function nudgesEndAt({ date, lock }: Show): number {
  return (lock ?? date - HOUR) - 2 * HOUR;
}

export function nudge(
  tour: Tour,
  league: League | undefined,
  { actor, showId }: { actor: number; showId: string },
): Expected {
  if (!league || !isVisible(league, actor)) return { status: 404 };
  if (!isMember(league, actor) || isMuted(tour, actor)) return { status: 403 };
  const show = listCountingShows(tour, league).find(({ id }) => id === showId);
  if (!show) return { status: 400 };
  const message = findObjection(tour, league, { actor, show });
  if (message) return { status: 409, message };
  league.nudges.push({ showId, person: actor, createdAt: tour.now });
  return { status: 204 };
}

export function isSomeoneMissing(
  { predictions }: Tour,
  { members }: League,
  { fan, show }: { fan: number; show: Show },
): boolean {
  return members.some(
    ({ person }) =>
      person !== fan &&
      !predictions.some((prediction) => prediction.fan === person && prediction.showId === show.id),
  );
}

function findObjection(
  tour: Tour,
  league: League,
  { actor, show }: { actor: number; show: Show },
): string | undefined {
  const { now } = tour;
  if (!acceptsPredictions(show, now)) return 'Predictions are closed for this show';
  if (now > nudgesEndAt(show)) return 'Nudges end 2 hours before predictions lock';
  if (!isSomeoneMissing(tour, league, { fan: actor, show })) return 'Everyone has predicted';
  if (league.nudges.some(({ showId }) => showId === show.id))
    return 'Your league already got a nudge for this show';
  return undefined;
}
