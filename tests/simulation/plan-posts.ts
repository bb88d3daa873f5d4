import { choose, type Dice } from './dice.ts';
import { findSlowModeWait } from './model/posts/rules.ts';
import type { Request } from './model/requests.ts';
import { listActors, type Tour } from './model/tour.ts';

export function planContent({ place }: Dice): string {
  return place % 3 === 0 ? `See https://example.com/${place}` : `Encore ${place}?`;
}

/** Usually plans a post in a live show's thread, half the time by a fan who has to wait. */
export function planThreadPost(tour: Tour, dice: Dice, fan: number): Request | undefined {
  const fans = listActors(tour, { isAdmin: false });
  const waiting = tour.shows.flatMap((show) =>
    fans
      .filter((actor) => findSlowModeWait(tour, show, actor) > 0)
      .map((actor) => ({ actor, show })),
  );
  const restricted = dice.variant % 2 === 0 ? choose(waiting, dice.person) : undefined;
  const show = restricted?.show ?? choose(tour.shows, dice.show, ({ status }) => status === 'live');
  return (
    show && {
      ...{ kind: 'post in thread', actor: restricted?.actor ?? fan },
      ...{ showId: show.id, content: planContent(dice) },
    }
  );
}
