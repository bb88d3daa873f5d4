import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/shows.ts';
import { announce } from '../changes/announce.ts';
import type { Context } from '../context.ts';
import { route } from '../http/route.ts';
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
  route(app, contract.createShow, async ({ body, viewer, reply }) => {
    const show = await db.transaction((tx) => createShow(tx, body, bandPack.band, viewer.userId));
    const { id: subjectId, version } = show;
    await announce({ bus, reply }, [{ topic: 'show', subjectId, version }]);
    return toShow(show);
  });

  route(app, contract.updateShow, async ({ params: { id }, body, viewer, reply }) => {
    const show = await db.transaction((tx) => updateShow(tx, id, body, viewer.userId));
    await announce({ bus, reply }, [{ topic: 'show', subjectId: id, version: show.version }]);
    return toShow(show);
  });

  route(
    app,
    contract.setShowStatus,
    async ({ params: { id }, body: { status }, viewer, reply }) => {
      const { show, changes } = await db.transaction((tx) =>
        setShowStatus(tx, scoring, id, status, viewer.userId),
      );
      await announce({ bus, reply }, changes);
      return toShow(show);
    },
  );

  route(app, contract.deleteShow, async ({ params: { id }, viewer, reply }) => {
    const changes = await db.transaction((tx) => deleteShow(tx, scoring, id, viewer.userId));
    await announce({ bus, reply }, changes);
    return undefined;
  });
}
