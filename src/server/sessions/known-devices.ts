import { hash } from 'node:crypto';
import { and, desc, eq, notInArray } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY } from '#contract/durations.ts';
import type { Context } from '../context.ts';
import { knownDevices } from '../db/schema/accounts.ts';
import { createToken, hashToken } from '../random-token.ts';
import { createTokenCookie } from './session-cookie.ts';

/** The longest lifetime that browsers allow for a cookie. */
const LIFETIME_MS = 400 * DAY;
const MAX_PER_ACCOUNT = 50;

/** Exempts browsers that signed in before from throttling by others' failures (decision 0036). */
export function createKnownDevices({
  db,
  clock,
  publicUrl,
}: Pick<Context, 'db' | 'clock' | 'publicUrl'>) {
  const createDeviceCookie = (userId: string) => {
    const name = `called_it_device_${hash('sha256', userId).slice(0, 12)}`;
    return createTokenCookie({ name, publicUrl, maxAgeMs: LIFETIME_MS });
  };

  return {
    async find(request: FastifyRequest, userId: string): Promise<string | undefined> {
      const token = createDeviceCookie(userId).read(request.headers.cookie);
      if (!token) return undefined;
      const [device] = await db
        .select({ tokenHash: knownDevices.tokenHash })
        .from(knownDevices)
        .where(and(eq(knownDevices.tokenHash, hashToken(token)), eq(knownDevices.userId, userId)));
      return device?.tokenHash;
    },
    async remember(reply: FastifyReply, userId: string): Promise<void> {
      const cookie = createDeviceCookie(userId);
      const previousToken = cookie.read(reply.request.headers.cookie);
      if (previousToken)
        await db.delete(knownDevices).where(eq(knownDevices.tokenHash, hashToken(previousToken)));
      const token = createToken();
      const row = { tokenHash: hashToken(token), userId, createdAt: new Date(clock()) };
      await db.insert(knownDevices).values(row);
      const newestDevices = db
        .select({ tokenHash: knownDevices.tokenHash })
        .from(knownDevices)
        .where(eq(knownDevices.userId, userId))
        .orderBy(desc(knownDevices.createdAt))
        .limit(MAX_PER_ACCOUNT);
      await db
        .delete(knownDevices)
        .where(
          and(eq(knownDevices.userId, userId), notInArray(knownDevices.tokenHash, newestDevices)),
        );
      cookie.set(reply, token);
    },
  };
}
