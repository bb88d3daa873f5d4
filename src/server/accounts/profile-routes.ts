import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { type profileBody, updateProfile } from '#contract/accounts.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/open.ts';
import { predictions, users } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { route } from '../http/route.ts';
import type { StaleTag } from '../realtime/bus.ts';
import {
  currentUserColumns,
  refuseReservedUsername,
  toTakenError,
  usernameColumns,
} from './account.ts';

/** What a fan says of himself: username, favourite song, home venue. */
export function profileRoutes(app: FastifyInstance, context: Context): void {
  const { db, bus, clock, bandPack } = context;

  route(app, updateProfile, async ({ body, viewer }) => {
    const change = (tx: Tx) => changeProfile(tx, viewer.userId, body);
    const { user, boards } = await db.transaction(change).catch((error: unknown) => {
      throw toTakenError(error);
    });
    if (boards.length > 0) await bus.publish({ stale: boards });
    return user;
  });

  async function changeProfile(tx: Tx, userId: string, wanted: z.output<typeof profileBody>) {
    const { username, favoriteSong, homeVenue } = wanted;
    const isRenamed = username !== undefined && (await isNewName(tx, userId, username));
    const [user] = await tx
      .update(users)
      .set({
        ...(username !== undefined && usernameColumns(username)),
        ...(favoriteSong !== undefined && { favoriteSong: favoriteSong || null }),
        ...(homeVenue !== undefined && { homeVenue: homeVenue || null }),
        updatedAt: new Date(clock()),
      })
      .where(eq(users.id, userId))
      .returning(currentUserColumns);
    if (!user) throw new ApiError(401, 'Please sign in');
    return { user, boards: isRenamed ? await boardsWith(tx, userId) : [] };
  }

  /** Throws 400 for a reserved name, but who has one keeps it: the first administrator may be admin. */
  async function isNewName(tx: Tx, userId: string, username: string): Promise<boolean> {
    const [old] = await tx
      .select({ username: users.username, usernameKey: users.usernameKey })
      .from(users)
      .where(eq(users.id, userId))
      .for('update');
    if (old?.usernameKey !== usernameColumns(username).usernameKey)
      refuseReservedUsername(username, bandPack.band.productName);
    return old?.username !== username;
  }
}

/** Every board on which the user's name stands. */
async function boardsWith(tx: Tx, userId: string): Promise<StaleTag[]> {
  const predicted = await tx
    .select({ showId: predictions.showId })
    .from(predictions)
    .where(eq(predictions.userId, userId));
  return ['leaderboard', ...predicted.map(({ showId }): StaleTag => `standings:${showId}`)];
}
