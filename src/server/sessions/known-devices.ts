import { hash } from 'node:crypto';
import { and, desc, eq, notInArray } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { knownDevices } from '../db/schema/accounts.ts';
import { createTokenCookie, hashOfToken, newToken } from './session-cookie.ts';

/** As long as browsers keep a cookie at most. */
const LIFE_MS = 400 * 24 * 60 * 60 * 1000;
const MOST_OF_AN_ACCOUNT = 50;

/**
 * Browsers in which somebody has signed in to an account, by a random cookie for each account. It
 * signs nobody in: a sign-in from there is only not hindered by what others got wrong
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
    /** What names the device that asks, where it is one of the account's. */
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
    /** Knows the browser from now on, by a new cookie; of an account's the oldest are forgotten. */
    async remember(reply: FastifyReply, userId: string): Promise<void> {
      const cookie = cookieOf(userId);
      const before = cookie.read(reply.request.headers.cookie);
      if (before)
        await db.delete(knownDevices).where(eq(knownDevices.tokenHash, hashOfToken(before)));
      const token = newToken();
      const row = { tokenHash: hashOfToken(token), userId, createdAt: new Date(clock()) };
      await db.insert(knownDevices).values(row);
      const newest = db
        .select({ tokenHash: knownDevices.tokenHash })
        .from(knownDevices)
        .where(eq(knownDevices.userId, userId))
        .orderBy(desc(knownDevices.createdAt))
        .limit(MOST_OF_AN_ACCOUNT);
      await db
        .delete(knownDevices)
        .where(and(eq(knownDevices.userId, userId), notInArray(knownDevices.tokenHash, newest)));
      cookie.set(reply, token);
    },
  };
}
