import { calculatePoints, rank } from './scores.ts';
import type { Show, Tour } from './tour.ts';

/** Ranks by the setlist so far, by stored points afterwards, and by submission before. */
export function viewShowLeaderboard(tour: Tour, show: Show) {
  const entrants = tour.predictions
    .filter(({ showId }) => showId === show.id)
    .map((prediction) => {
      const { userId = '', username = '', hasPrivateSheets } = tour.people[prediction.fan] ?? {};
      const points =
        show.status === 'live'
          ? calculatePoints(prediction.picks, show.rows)
          : (prediction.points ?? 0);
      const isPrivate = hasPrivateSheets || undefined;
      const { submittedAt } = prediction;
      return { userId, username, totalPoints: points, submittedAt, isPrivate };
    })
    .sort((a, b) => a.submittedAt - b.submittedAt || (a.userId < b.userId ? -1 : 1));
  return rank(entrants).map(({ submittedAt: _, ...row }) => row);
}
