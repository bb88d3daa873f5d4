import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/calculate-scores.ts';
import { hasResults } from '#contract/shows.ts';
import { RECORDED, recordChange } from '../audit/record-change.ts';
import { announce } from '../changes/bus.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/open.ts';
import { ApiError } from '../http/api-error.ts';
import { route } from '../http/route.ts';
import { bumpVersion, lockShow } from '../shows/show-row.ts';
import { calculateScores } from './calculate.ts';
import type { PicksCache } from './picks-cache.ts';

export function scoringRoutes(
  app: FastifyInstance,
  { db, bus, clock }: Context,
  heldPicks: PicksCache,
): void {
  route(app, contract.calculateScores, async ({ params: { id: showId }, viewer, reply }) => {
    const calculate = async (tx: Tx) => {
      const show = await lockShow(tx, showId);
      if (!hasResults(show)) throw new ApiError(409, contract.SCORES_NOT_YET);
      const predictions = await calculateScores(tx, { clock, heldPicks }, showId);
      const version = await bumpVersion(tx, showId);
      await recordChange(tx, {
        actorId: viewer.userId,
        action: 'scores.calculate',
        subjectId: showId,
        showId,
        before: { scoredAt: show.scoredAt },
        after: { predictions },
      });
      return { predictions, version, id: show.id };
    };
    const { predictions, version, id } = await db.transaction(calculate);
    await announce({ bus, reply }, [
      { topic: 'standings', subjectId: id, version },
      { topic: 'totals', subjectId: id, version },
      RECORDED,
    ]);
    return { showId: id, predictions };
  });
}
