import { listActors, type Tour } from '../tour.ts';
import { formatInstant, type View } from '../views.ts';

/** Only the fan who blocks sees a block. Latest first. */
export function listBlockViews(tour: Tour): View[] {
  return listActors(tour, { isAdmin: false }).map((actor) => ({
    ...{ actor, audience: `${actor}`, url: '/api/user/blocks', status: 200 },
    body: tour.blocks
      .filter(({ person }) => person === actor)
      .map(({ blocked, createdAt }) => {
        const { userId = '', username } = tour.people[blocked] ?? {};
        return { userId, username, blockedAt: formatInstant(createdAt) };
      })
      .sort((a, b) => compareText(b.blockedAt, a.blockedAt) || compareText(b.userId, a.userId)),
  }));
}

function compareText(text: string, other: string): number {
  if (text === other) return 0;
  return text < other ? -1 : 1;
}
