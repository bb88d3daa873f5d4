import { and, desc, eq, lt, ne, notInArray, or, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY, HOUR, MINUTE } from '#contract/durations.ts';
import { FRESH_SIGN_IN_MINUTES } from '#contract/fresh-sign-in.ts';
import type { Change } from '#contract/freshness.ts';
import { announce } from '../changes/bus.ts';
import type { Context } from '../context.ts';
import { batch } from '../db/batch.ts';
import { knownDevices, sessions, users } from '../db/schema/accounts.ts';
import { apiTokens } from '../db/schema/api-tokens.ts';
import type { Tx } from '../db/transaction.ts';
import { type FindViewer, SAFE_METHODS, type Viewer } from '../http/viewer.ts';
import { createToken, hashToken } from '../random-token.ts';
import { scribeOf } from '../scribes/rights.ts';
import { createKnownDevices } from './known-devices.ts';
import { createTokenCookie } from './session-cookie.ts';
import { type CachedViewer, createViewerCache } from './viewer-cache.ts';

const FRESH_MS = FRESH_SIGN_IN_MINUTES * MINUTE;
const IDLE_MS = 7 * DAY;
const LIFETIME_MS = 30 * DAY;
/** Beyond this, a sign-in ends the session that has been idle the longest. */
const MAX_PER_ACCOUNT = 100;

export type Sessions = ReturnType<typeof createSessions>;

type SessionRow = Omit<Viewer, 'isFresh'> &
  Omit<CachedViewer, 'viewer'> & { confirmedAt: Date | null };

/** See docs/decisions/0004-store-sessions-as-hashed-random-tokens.md. */
export function createSessions(context: Context) {
  const { db, bus, changeVersions, clock, publicUrl, metrics } = context;
  const cookie = createTokenCookie({ name: 'called_it_session', publicUrl, maxAgeMs: LIFETIME_MS });
  const devices = createKnownDevices(context);
  const cache = createViewerCache(changeVersions, clock, metrics);
  let purgedAt = 0;

  function isAlive({ createdAt, lastSeenAt }: { createdAt: Date; lastSeenAt: Date }): boolean {
    const now = clock();
    return now < lastSeenAt.getTime() + IDLE_MS && now < createdAt.getTime() + LIFETIME_MS;
  }

  /** Writes and requests that need a role skip the cache, which may lack others' changes. */
  const findViewer: FindViewer = (request) => {
    const token = cookie.read(request.headers.cookie);
    if (!token) return undefined;
    const { who = 'anyone' } = request.routeOptions.config;
    const needsRole = who !== 'anyone' && who !== 'user';
    const skipsCache = needsRole || !SAFE_METHODS.has(request.method);
    const cachedViewer = skipsCache ? undefined : cache.get(token);
    if (cachedViewer && isAlive(cachedViewer) && !isTouchDue(cachedViewer))
      return cachedViewer.viewer;
    return readViewer(token, cachedViewer);
  };

  async function readViewer(
    token: string,
    cachedViewer: CachedViewer | undefined,
  ): Promise<Viewer | undefined> {
    const tokenHash = hashToken(token);
    const session = cachedViewer ?? (await cache.load(token, () => readSession(tokenHash)));
    if (!session || !isAlive(session)) return undefined;
    if (isTouchDue(session)) await touch(tokenHash, session);
    return session.viewer;
  }

  // Prepared and batched, because every write starts with it, thousands at once before a lock.
  const findSessions = db
    .select({
      tokenHash: sessions.tokenHash,
      userId: sessions.userId,
      username: users.username,
      sessionId: sessions.id,
      isAdmin: users.isAdmin,
      isModerator: users.isModerator,
      scribeOf,
      mustChangePassword: users.mustChangePassword,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      confirmedAt: sessions.confirmedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(sql`${sessions.tokenHash} = any(${sql.placeholder('tokenHashes')}::text[])`)
    .prepare('find_sessions');

  const readSession = batch(async (tokenHashes: readonly string[]) => {
    const rows = await findSessions.execute({ tokenHashes: `{${tokenHashes.join(',')}}` });
    const byHash = new Map(rows.map(({ tokenHash, ...row }) => [tokenHash, toCached(row)]));
    return tokenHashes.map((tokenHash) => byHash.get(tokenHash));
  });

  /** An hourly update is precise enough for limits of days, and most reads then need no write. */
  function isTouchDue({ lastSeenAt }: CachedViewer): boolean {
    return clock() >= lastSeenAt.getTime() + HOUR;
  }

  /** `isFresh` expires, so only requests that skip the cache check it. */
  function toCached({ createdAt, lastSeenAt, confirmedAt, ...viewer }: SessionRow): CachedViewer {
    const isFresh = clock() < (confirmedAt ?? createdAt).getTime() + FRESH_MS;
    return { viewer: { ...viewer, isFresh }, createdAt, lastSeenAt };
  }

  async function touch(tokenHash: string, session: CachedViewer): Promise<void> {
    session.lastSeenAt = new Date(clock());
    await db
      .update(sessions)
      .set({ lastSeenAt: session.lastSeenAt })
      .where(eq(sessions.tokenHash, tokenHash))
      // A failed update must not fail the request.
      .catch(() => undefined);
  }

  async function purge(tx: Tx): Promise<void> {
    const now = clock();
    if (now < purgedAt + HOUR) return;
    purgedAt = now;
    // One server purges at a time, and the others don't wait.
    const lockQuery = sql`select pg_try_advisory_xact_lock(hashtext('called-it.purge')) as "isLocked"`;
    const { rows } = await tx.execute<{ isLocked: boolean }>(lockQuery);
    if (!rows[0]?.isLocked) return;
    const isIdle = lt(sessions.lastSeenAt, new Date(now - IDLE_MS));
    await tx
      .delete(sessions)
      .where(or(isIdle, lt(sessions.createdAt, new Date(now - LIFETIME_MS))));
  }

  async function endExcessSessions(userId: string, newestToken: string): Promise<boolean> {
    const otherSessions = and(
      eq(sessions.userId, userId),
      ne(sessions.tokenHash, hashToken(newestToken)),
    );
    const remainingSessions = db
      .select({ id: sessions.id })
      .from(sessions)
      .where(otherSessions)
      .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
      .limit(MAX_PER_ACCOUNT - 1);
    const endedSessions = await db
      .delete(sessions)
      .where(and(otherSessions, notInArray(sessions.id, remainingSessions)))
      .returning({ id: sessions.id });
    return endedSessions.length > 0;
  }

  return {
    devices,
    isAlive,
    findViewer,
    hasCookie: ({ headers }: Pick<FastifyRequest, 'headers'>) =>
      cookie.read(headers.cookie) !== undefined,
    /** Returns the new session's token. After the commit, pass it to `sendCookie`. */
    async open(tx: Tx, userId: string, userAgent: string | undefined): Promise<string> {
      await purge(tx);
      const token = createToken();
      const now = new Date(clock());
      await tx.insert(sessions).values({
        tokenHash: hashToken(token),
        userId,
        userAgent: userAgent?.slice(0, 500) ?? null,
        createdAt: now,
        lastSeenAt: now,
      });
      return token;
    },
    async sendCookie(reply: FastifyReply, userId: string, token: string): Promise<void> {
      cookie.set(reply, token);
      await devices.remember(reply, userId);
      const changes = (await endExcessSessions(userId, token))
        ? createSessionEndChanges(userId, clock())
        : [{ topic: 'sessions', subjectId: userId, version: clock() } as const];
      await announce({ bus, reply }, changes);
    },
    async confirm({ sessionId }: Pick<Viewer, 'sessionId'>): Promise<void> {
      const confirmedAt = new Date(clock());
      await db.update(sessions).set({ confirmedAt }).where(eq(sessions.id, sessionId));
    },
    clearCookie(reply: FastifyReply): void {
      cookie.clear(reply);
    },
    /** Also closes the session's sockets. Returns false if there was no such session. */
    async end(
      reply: FastifyReply,
      { userId, sessionId }: Pick<Viewer, 'userId' | 'sessionId'>,
    ): Promise<boolean> {
      const endedSessions = await db
        .delete(sessions)
        .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
        .returning({ id: sessions.id });
      await announce({ bus, reply }, createSessionEndChanges(userId, clock()));
      return endedSessions.length > 0;
    },
  };
}

export function createSessionEndChanges(userId: string, now: number): Change[] {
  return [
    { topic: 'sessions', subjectId: userId, version: now },
    { topic: 'access', subjectId: userId, version: now },
  ];
}

/** Also deletes devices and API tokens. Returns the count; announce `createSessionEndChanges`. */
export async function endAllSessions(tx: Tx, userId: string): Promise<number> {
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId));
  await tx.delete(apiTokens).where(eq(apiTokens.userId, userId));
  const endedSessions = await tx
    .delete(sessions)
    .where(eq(sessions.userId, userId))
    .returning({ id: sessions.id });
  return endedSessions.length;
}
