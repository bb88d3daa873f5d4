import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/predictions.ts';
import type { Context } from '../context.ts';
import { notFound, route } from '../http/route.ts';
import { findPrediction, findPredictionsOf } from './queries.ts';
import { createPrediction, updatePrediction } from './save-prediction.ts';

/** One's own predictions. Another's answers 404, to whoever asks. */
export function predictionRoutes(app: FastifyInstance, { db, bus, clock }: Context): void {
  route(app, contract.listMyPredictions, ({ viewer }) =>
    findPredictionsOf(db, viewer.userId, clock()),
  );

  route(app, contract.getPrediction, async ({ params: { id }, viewer }) => {
    const prediction = await findPrediction(db, { id, userId: viewer.userId });
    if (!prediction) throw notFound('Prediction');
    return prediction;
  });

  route(app, contract.createPrediction, async ({ body, viewer, request, reply }) => {
    const asked = { ...body, userId: viewer.userId, now: request.arrivedAt };
    const { prediction, isNew } = await db.transaction((tx) => createPrediction(tx, asked));
    if (isNew) await bus.publish({ stale: [`standings:${body.showId}`] });
    else reply.status(200);
    return prediction;
  });

  route(app, contract.updatePrediction, async ({ params: { id }, body, viewer, request }) => {
    const asked = { id, ...body, userId: viewer.userId, now: request.arrivedAt };
    const prediction = await db.transaction((tx) => updatePrediction(tx, asked));
    await bus.publish({ stale: [`standings:${prediction.showId}`] });
    return prediction;
  });
}
