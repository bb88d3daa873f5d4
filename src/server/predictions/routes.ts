import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Change } from '#contract/freshness.ts';
import * as contract from '#contract/predictions.ts';
import { getReceipt } from '#contract/receipts.ts';
import { listVoidedPredictions } from '#contract/voided-predictions.ts';
import { announce, nextChangeVersion } from '../changes/bus.ts';
import type { Context } from '../context.ts';
import { shows } from '../db/schema/shows.ts';
import { change } from '../http/change.ts';
import { notFound, route } from '../http/route.ts';
import type { Viewer } from '../http/viewer.ts';
import { nextSheetRoute } from './next-sheet.ts';
import {
  findPrediction,
  findReceipt,
  findUserPredictions,
  findVoidedPredictions,
} from './queries.ts';
import { createPredictionWriter, updatePrediction } from './save-prediction.ts';

export function predictionRoutes(app: FastifyInstance, context: Context): void {
  const { db, bus, clock } = context;
  nextSheetRoute(app, context);
  const createPrediction = createPredictionWriter(db);

  route(app, contract.listMyPredictions, ({ viewer }) =>
    findUserPredictions(db, viewer.userId, clock()),
  );

  route(app, listVoidedPredictions, ({ viewer }) => findVoidedPredictions(db, viewer.userId));

  route(app, contract.getPrediction, async ({ params: { id }, viewer }) => {
    const prediction = await findPrediction(db, { id, userId: viewer.userId });
    if (!prediction) throw notFound('Prediction');
    return prediction;
  });

  route(app, getReceipt, async ({ params: { id: showId }, viewer }) => {
    if ((await db.$count(shows, eq(shows.id, showId))) === 0) throw notFound('Show');
    return findReceipt(db, { userId: viewer.userId, showId });
  });

  route(app, contract.createPrediction, async ({ body, viewer, request, reply }) => {
    const submission = { ...body, userId: viewer.userId, now: request.arrivedAt };
    const { prediction, isNew } = await createPrediction(submission);
    if (isNew) await announce({ bus, reply }, listChanges(viewer, prediction));
    else reply.status(200);
    return prediction;
  });

  change(app, contract.updatePrediction, async (call) => {
    const { params, body, viewer, request, tx, changed } = call;
    const submission = { ...params, ...body, userId: viewer.userId, now: request.arrivedAt };
    const prediction = await updatePrediction(tx, submission);
    changed(...listChanges(viewer, prediction));
    return prediction;
  });
}

function listChanges({ userId }: Viewer, { showId }: contract.Prediction): Change[] {
  const version = nextChangeVersion();
  return [
    { topic: 'prediction', subjectId: userId, version },
    { topic: 'entrants', subjectId: showId, version },
  ];
}
