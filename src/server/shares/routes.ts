import { randomBytes } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as contract from '#contract/shares.ts';
import { announce } from '../changes/bus.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { predictionShares, predictions } from '../db/schema/predictions.ts';
import { notFound, route } from '../http/route.ts';
import { shareLinkUrl } from '../http/site-address.ts';
import type { Viewer } from '../http/viewer.ts';

export function shareRoutes(app: FastifyInstance, context: Context): void {
  const { db, bus, clock, publicUrl } = context;
  const announceShare = (reply: FastifyReply, { userId }: Viewer) =>
    announce({ bus, reply }, [{ topic: 'share', subjectId: userId, version: clock() }]);
  const answer = (request: FastifyRequest, share: typeof predictionShares.$inferSelect) => ({
    url: shareLinkUrl(share.token, request, publicUrl),
    showsSongsEarly: share.showsSongsEarly,
    createdAt: share.createdAt.toISOString(),
  });

  route(app, contract.getShare, async ({ params: { id }, viewer, request }) => {
    await requireOwn(db, id, viewer.userId);
    const share = await findShare(db, id);
    return share && answer(request, share);
  });

  route(app, contract.createShare, async ({ params: { id }, viewer, request, reply }) => {
    await requireOwn(db, id, viewer.userId);
    const token = newToken();
    // A no-op update, so that the row is returned whether it existed or not.
    const [share] = await db
      .insert(predictionShares)
      .values({ predictionId: id, token })
      .onConflictDoUpdate({ target: predictionShares.predictionId, set: { predictionId: id } })
      .returning();
    if (!share) throw new Error('The link was not returned');
    if (share.token === token) await announceShare(reply, viewer);
    else reply.status(200);
    return answer(request, share);
  });

  route(app, contract.updateShare, async ({ params: { id }, body, viewer, request, reply }) => {
    await requireOwn(db, id, viewer.userId);
    const { showsSongsEarly } = body;
    if (showsSongsEarly !== undefined) {
      const changed = await db
        .update(predictionShares)
        .set({ showsSongsEarly })
        .where(
          and(
            eq(predictionShares.predictionId, id),
            ne(predictionShares.showsSongsEarly, showsSongsEarly),
          ),
        )
        .returning({ id: predictionShares.predictionId });
      if (changed.length > 0) await announceShare(reply, viewer);
    }
    const share = await findShare(db, id);
    if (!share) throw notFound('Link');
    return answer(request, share);
  });

  route(app, contract.revokeShare, async ({ params: { id }, viewer, reply }) => {
    await requireOwn(db, id, viewer.userId);
    const revoked = await db
      .delete(predictionShares)
      .where(eq(predictionShares.predictionId, id))
      .returning({ id: predictionShares.predictionId });
    if (revoked.length > 0) await announceShare(reply, viewer);
    return undefined;
  });
}

/** Throws 404 for an unknown prediction and for another user's. */
async function requireOwn(db: Db, id: string, userId: string): Promise<void> {
  const isOwn = and(eq(predictions.id, id), eq(predictions.userId, userId));
  if ((await db.$count(predictions, isOwn)) === 0) throw notFound('Prediction');
}

async function findShare(db: Db, predictionId: string) {
  const [share] = await db
    .select()
    .from(predictionShares)
    .where(eq(predictionShares.predictionId, predictionId));
  return share;
}

function newToken(): string {
  return randomBytes(16).toString('base64url');
}
