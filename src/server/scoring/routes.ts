import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/calculate-scores.ts';
import { hasResults } from '#contract/shows.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import { change } from '../http/change.ts';
import { bumpVersion, lockShow } from '../shows/show-row.ts';
import { calculateScores } from './calculate.ts';
import type { PicksCache } from './picks-cache.ts';

export function scoringRoutes(
  app: FastifyInstance,
  { clock }: Pick<Context, 'clock'>,
  picksCache: PicksCache,
): void {
  change(app, contract.calculateScores, async ({ params: { id }, tx, record, changed }) => {
    const show = await lockShow(tx, id);
    if (!hasResults(show)) throw new ApiError(409, contract.SHOW_NOT_SCORABLE);
    const predictionCount = await calculateScores(tx, { clock, picksCache }, id);
    const version = await bumpVersion(tx, id);
    await record({
      action: 'scores.calculate',
      subjectId: id,
      showId: id,
      before: { scoredAt: show.scoredAt },
      after: { predictions: predictionCount },
    });
    const subject = { subjectId: show.id, version };
    changed({ topic: 'standings', ...subject }, { topic: 'totals', ...subject });
    return { showId: show.id, predictions: predictionCount };
  });
}
