import { hash } from 'node:crypto';
import { and, desc, eq, notInArray } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { knownDevices } from '../db/schema/accounts.ts';
import { createTokenCookie, hashOfToken, newToken } from './session-cookie.ts';

/** The longest that browsers allow for a cookie. */
const LIFE_MS = 400 * 24 * 60 * 60 * 1000;
const MAX_PER_ACCOUNT = 50;

/**
 * Recognizes browsers that signed in before, to exempt them from throttling by others' failures
 * (docs/decisions/0036-throttle-sign-ins-instead-of-locking-accounts.md).
 */
export function createKnownDevices({
  db,
  clock,
  publicUrl,
}: Pick<Context, 'db' | 'clock' | 'publicUrl'>) {
  const cookieOf = (userId: string) => {
    const name = `called_it_device_${hash('sha256', userId).slice(0, 12)}`;
    return createTokenCookie({ name, publicUrl, maxAgeMs: LIFE_MS });
  };

  return {
    /** Returns the device's token hash if the account knows it. */
    async find(request: FastifyRequest, userId: string): Promise<string | undefined> {
      const token = cookieOf(userId).read(request.headers.cookie);
      if (!token) return undefined;
      const [known] = await db
        .select({ tokenHash: knownDevices.tokenHash })
        .from(knownDevices)
        .where(
          and(eq(knownDevices.tokenHash, hashOfToken(token)), eq(knownDevices.userId, userId)),
        );
      return known?.tokenHash;
    },
    async remember(reply: FastifyReply, userId: string): Promise<void> {
      const cookie = cookieOf(userId);
      const previous = cookie.read(reply.request.headers.cookie);
      if (previous)
        await db.delete(knownDevices).where(eq(knownDevices.tokenHash, hashOfToken(previous)));
      const token = newToken();
      const row = { tokenHash: hashOfToken(token), userId, createdAt: new Date(clock()) };
      await db.insert(knownDevices).values(row);
      const newest = db
        .select({ tokenHash: knownDevices.tokenHash })
        .from(knownDevices)
        .where(eq(knownDevices.userId, userId))
        .orderBy(desc(knownDevices.createdAt))
        .limit(MAX_PER_ACCOUNT);
      await db
        .delete(knownDevices)
        .where(and(eq(knownDevices.userId, userId), notInArray(knownDevices.tokenHash, newest)));
      cookie.set(reply, token);
    },
  };
}
