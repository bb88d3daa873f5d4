import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/blocks.ts';
import { canModerate } from '#contract/roles.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import type { Context } from '../context.ts';
import { users } from '../db/schema/accounts.ts';
import { blocks } from '../db/schema/blocks.ts';
import { ApiError } from '../http/api-error.ts';
import { change } from '../http/change.ts';
import { notFound, route } from '../http/route.ts';
import type { Viewer } from '../http/viewer.ts';
import { findBlocks } from './queries.ts';

export function blockRoutes(app: FastifyInstance, { db, clock }: Context): void {
  route(app, contract.listBlocks, ({ viewer }) => findBlocks(db, viewer.userId));

  change(app, contract.blockFan, async ({ body, viewer, ...scope }) => {
    await blockFan(scope, viewer, { blockedId: body.userId, now: clock() });
    return undefined;
  });

  change(app, contract.unblockFan, async ({ params, viewer, tx, changed }) => {
    const isOwn = and(eq(blocks.userId, viewer.userId), eq(blocks.blockedId, params.userId));
    const removedRows = await tx.delete(blocks).where(isOwn).returning({ userId: blocks.userId });
    if (removedRows.length === 0) throw notFound('Block');
    changed(createBlockChange(viewer.userId, clock()));
    return undefined;
  });
}

async function blockFan(
  { tx, changed }: ChangeScope,
  viewer: Viewer,
  { blockedId, now }: { blockedId: string; now: number },
): Promise<void> {
  const { userId } = viewer;
  if (blockedId === userId) throw new ApiError(409, contract.SELF_BLOCK);
  // Locks the fan, so that concurrent blocks can't exceed the limit.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const [fan] = await tx
    .select({ isAdmin: users.isAdmin, isModerator: users.isModerator })
    .from(users)
    .where(eq(users.id, blockedId));
  if (!fan) throw notFound('Fan');
  if (canModerate(viewer) || canModerate(fan)) throw new ApiError(409, contract.MODERATOR_BLOCK);
  const addedRows = await tx
    .insert(blocks)
    .values({ userId, blockedId, createdAt: new Date(now) })
    .onConflictDoNothing()
    .returning({ userId: blocks.userId });
  if (addedRows.length === 0) return;
  if ((await tx.$count(blocks, eq(blocks.userId, userId))) > contract.MAX_BLOCKS)
    throw new ApiError(409, contract.TOO_MANY_BLOCKS);
  changed(createBlockChange(userId, now));
}

function createBlockChange(userId: string, version: number) {
  return { topic: 'block', subjectId: userId, version } as const;
}
