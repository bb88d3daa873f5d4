import { and, eq, ne } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Change } from '#contract/freshness.ts';
import * as contract from '#contract/shares.ts';
import type { Context } from '../context.ts';
import type { DbOrTx } from '../db/open.ts';
import { predictionShares, predictions } from '../db/schema/predictions.ts';
import { change } from '../http/change.ts';
import { notFound, route } from '../http/route.ts';
import { buildShareLinkUrl } from '../http/site-origin.ts';
import type { Viewer } from '../http/viewer.ts';
import { createToken } from '../random-token.ts';
import { myCardImageRoute } from './my-card-image.ts';

export function shareRoutes(
  app: FastifyInstance,
  context: Context,
  cards: Parameters<typeof myCardImageRoute>[1],
): void {
  myCardImageRoute(app, cards);
  const { db, clock, publicUrl } = context;
  const createShareChange = ({ userId }: Viewer): Change => ({
    topic: 'share',
    subjectId: userId,
    version: clock(),
  });
  const toResponse = (request: FastifyRequest, share: typeof predictionShares.$inferSelect) => ({
    url: buildShareLinkUrl(share.token, request, publicUrl),
    showsSongsEarly: share.showsSongsEarly,
    createdAt: share.createdAt.toISOString(),
  });

  route(app, contract.getShare, async ({ params: { id }, viewer, request }) => {
    await requireOwnPrediction(db, id, viewer.userId);
    const share = await findShare(db, id);
    return share && toResponse(request, share);
  });

  change(app, contract.createShare, async (call) => {
    const { params, viewer, request, reply, tx, changed } = call;
    const { id } = params;
    await requireOwnPrediction(tx, id, viewer.userId);
    const token = createToken(16);
    // A no-op update returns the row whether it existed or not.
    const [share] = await tx
      .insert(predictionShares)
      .values({ predictionId: id, token })
      .onConflictDoUpdate({ target: predictionShares.predictionId, set: { predictionId: id } })
      .returning();
    if (!share) throw new Error('The link insert returned no row.');
    const isNew = share.token === token;
    if (isNew) changed(createShareChange(viewer));
    reply.status(isNew ? 201 : 200);
    return toResponse(request, share);
  });

  change(app, contract.updateShare, async (call) => {
    const { params, body, viewer, request, tx, changed } = call;
    const { id } = params;
    await requireOwnPrediction(tx, id, viewer.userId);
    const { showsSongsEarly } = body;
    if (showsSongsEarly !== undefined) {
      const updatedShares = await tx
        .update(predictionShares)
        .set({ showsSongsEarly })
        .where(
          and(
            eq(predictionShares.predictionId, id),
            ne(predictionShares.showsSongsEarly, showsSongsEarly),
          ),
        )
        .returning({ id: predictionShares.predictionId });
      if (updatedShares.length > 0) changed(createShareChange(viewer));
    }
    const share = await findShare(tx, id);
    if (!share) throw notFound('Link');
    return toResponse(request, share);
  });

  change(app, contract.revokeShare, async ({ params: { id }, viewer, tx, changed }) => {
    await requireOwnPrediction(tx, id, viewer.userId);
    const revokedShares = await tx
      .delete(predictionShares)
      .where(eq(predictionShares.predictionId, id))
      .returning({ id: predictionShares.predictionId });
    if (revokedShares.length > 0) changed(createShareChange(viewer));
    return undefined;
  });
}

async function requireOwnPrediction(db: DbOrTx, id: string, userId: string): Promise<void> {
  const isMyPrediction = and(eq(predictions.id, id), eq(predictions.userId, userId));
  if ((await db.$count(predictions, isMyPrediction)) === 0) throw notFound('Prediction');
}

async function findShare(db: DbOrTx, predictionId: string) {
  const [share] = await db
    .select()
    .from(predictionShares)
    .where(eq(predictionShares.predictionId, predictionId));
  return share;
}
