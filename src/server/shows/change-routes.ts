import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/shows.ts';
import type { Context } from '../context.ts';
import { route } from '../http/route.ts';
import type { ShowEvent, StaleTag } from '../realtime/bus.ts';
import { deleteShow } from './delete-show.ts';
import { createShow, updateShow } from './save-show.ts';
import type { ShowScoring } from './scoring.ts';
import { setShowStatus } from './set-status.ts';
import { toShow } from './show-answer.ts';

/** What administrators do to the schedule. */
export function showChangeRoutes(
  app: FastifyInstance,
  { db, bus, bandPack }: Context,
  scoring: ShowScoring,
): void {
  function publish(showId: string, version: number, haveScoresChanged: boolean): Promise<void> {
    const shared = ['shows', 'songs', 'statistics'] as const;
    const stale: StaleTag[] = [...shared, `setlist:${showId}`, `standings:${showId}`];
    const events: ShowEvent[] = [{ event: 'show:status', showId, version }];
    if (haveScoresChanged) {
      stale.push('leaderboard');
      events.push({ event: 'scores:update', showId, version });
    }
    return bus.publish({ stale, events });
  }

  route(app, contract.createShow, async ({ body, viewer }) => {
    const show = await db.transaction((tx) => createShow(tx, body, bandPack.band, viewer.userId));
    await publish(show.id, show.version, false);
    return toShow(show);
  });

  route(app, contract.updateShow, async ({ params: { id }, body, viewer }) => {
    const show = await db.transaction((tx) => updateShow(tx, id, body, viewer.userId));
    await publish(id, show.version, false);
    return toShow(show);
  });

  route(app, contract.setShowStatus, async ({ params: { id }, body: { status }, viewer }) => {
    const { show, isChanged, haveScoresChanged } = await db.transaction((tx) =>
      setShowStatus(tx, scoring, id, status, viewer.userId),
    );
    if (isChanged) await publish(id, show.version, haveScoresChanged);
    return toShow(show);
  });

  route(app, contract.deleteShow, async ({ params: { id }, viewer }) => {
    const { version, hadPoints } = await db.transaction((tx) =>
      deleteShow(tx, scoring, id, viewer.userId),
    );
    await publish(id, version, hadPoints);
    return undefined;
  });
}
