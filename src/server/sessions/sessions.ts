import { and, desc, eq, lt, ne, notInArray, or, sql } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import { FRESH_SIGN_IN_MINUTES } from '#contract/fresh-sign-in.ts';
import type { Change } from '#contract/freshness.ts';
import { announce } from '../changes/bus.ts';
import type { Context } from '../context.ts';
import { batch } from '../db/batch.ts';
import type { Tx } from '../db/open.ts';
import { knownDevices, sessions, users } from '../db/schema/accounts.ts';
import { type FindViewer, SAFE_METHODS, type Viewer } from '../http/viewer.ts';
import { createKnownDevices } from './known-devices.ts';
import { createTokenCookie, hashOfToken, newToken } from './session-cookie.ts';
import { type CachedViewer, createViewerCache } from './viewer-cache.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const FRESH_MS = FRESH_SIGN_IN_MINUTES * 60 * 1000;
const IDLE_MS = 7 * DAY;
const LIFE_MS = 30 * DAY;
/** Of one account; whoever signs in once more ends the one that was unseen for longest. */
const MOST_OF_AN_ACCOUNT = 100;

export type Sessions = ReturnType<typeof createSessions>;

type SessionRow = Omit<Viewer, 'isFresh'> &
  Omit<CachedViewer, 'viewer'> & { confirmedAt: Date | null };

/** Sessions of this server, kept in the table `sessions` (docs/decisions/0004-store-sessions-as-hashed-random-tokens.md). */
export function createSessions(context: Context) {
  const { db, bus, lastChange, clock, publicUrl, metrics } = context;
  const cookie = createTokenCookie({ name: 'called_it_session', publicUrl, maxAgeMs: LIFE_MS });
  const devices = createKnownDevices(context);
  const cache = createViewerCache(lastChange, clock, metrics);
  let purgedAt = 0;

  /** Seven days without being seen end it, and thirty days in any case. */
  function isAlive({ createdAt, lastSeenAt }: { createdAt: Date; lastSeenAt: Date }): boolean {
    const now = clock();
    return now < lastSeenAt.getTime() + IDLE_MS && now < createdAt.getTime() + LIFE_MS;
  }

  /**
   * Who asks. For a change, and for an administrator's call, the database says it each time, whatever
   * this process has heard of the others; for a reading a short memory does.
   */
  const findViewer: FindViewer = (request) => {
    const token = cookie.read(request.headers.cookie);
    if (!token) return undefined;
    const isFresh =
      request.routeOptions.config.who === 'admin' || !SAFE_METHODS.has(request.method);
    const known = isFresh ? undefined : cache.known(token);
    if (known && isAlive(known) && !isUntouched(known)) return known.viewer;
    return readViewer(token, known);
  };

  async function readViewer(
    token: string,
    known: CachedViewer | undefined,
  ): Promise<Viewer | undefined> {
    const tokenHash = hashOfToken(token);
    const seen = known ?? (await cache.read(token, () => readSession(tokenHash)));
    if (!seen || !isAlive(seen)) return undefined;
    if (isUntouched(seen)) await touch(tokenHash, seen);
    return seen.viewer;
  }

  // Every change begins with it, in the rush before a lock thousands at once.
  const found = db
    .select({
      tokenHash: sessions.tokenHash,
      userId: sessions.userId,
      username: users.username,
      sessionId: sessions.id,
      isAdmin: users.isAdmin,
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
    const rows = await found.execute({ tokenHashes: `{${tokenHashes.join(',')}}` });
    const byHash = new Map(rows.map(({ tokenHash, ...row }) => [tokenHash, toSeen(row)]));
    return tokenHashes.map((tokenHash) => byHash.get(tokenHash));
  });

  /** Once an hour is often enough for a limit of days, and no write stands in a reading's way. */
  function isUntouched({ lastSeenAt }: CachedViewer): boolean {
    return clock() >= lastSeenAt.getTime() + HOUR;
  }

  /** Fresh at this moment: it is asked only where the session has just been read. */
  function toSeen({ createdAt, lastSeenAt, confirmedAt, ...viewer }: SessionRow): CachedViewer {
    const isFresh = clock() < (confirmedAt ?? createdAt).getTime() + FRESH_MS;
    return { viewer: { ...viewer, isFresh }, createdAt, lastSeenAt };
  }

  async function touch(tokenHash: string, seen: CachedViewer): Promise<void> {
    seen.lastSeenAt = new Date(clock());
    await db
      .update(sessions)
      .set({ lastSeenAt: seen.lastSeenAt })
      .where(eq(sessions.tokenHash, tokenHash))
      // What was asked for is worth more than this note, which the next request makes up for.
      .catch(() => undefined);
  }

  async function purge(tx: Tx): Promise<void> {
    const now = clock();
    if (now < purgedAt + HOUR) return;
    purgedAt = now;
    // Of several servers one does it at a time; the others need not wait for it.
    const asked = sql`select pg_try_advisory_xact_lock(hashtext('called-it.purge')) as "isMine"`;
    const { rows } = await tx.execute<{ isMine: boolean }>(asked);
    if (!rows[0]?.isMine) return;
    const idleSince = lt(sessions.lastSeenAt, new Date(now - IDLE_MS));
    await tx.delete(sessions).where(or(idleSince, lt(sessions.createdAt, new Date(now - LIFE_MS))));
  }

  /** Returns whether there were any too many. */
  async function endTooMany(userId: string, newest: string): Promise<boolean> {
    const others = and(eq(sessions.userId, userId), ne(sessions.tokenHash, hashOfToken(newest)));
    const kept = db
      .select({ id: sessions.id })
      .from(sessions)
      .where(others)
      .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
      .limit(MOST_OF_AN_ACCOUNT - 1);
    const ended = await db
      .delete(sessions)
      .where(and(others, notInArray(sessions.id, kept)))
      .returning({ id: sessions.id });
    return ended.length > 0;
  }

  return {
    devices,
    isAlive,
    findViewer,
    /**
     * Opens a session in the transaction and returns its token, always a new one. Give it to the
     * browser by `give` after the commit.
     */
    async open(tx: Tx, userId: string, userAgent: string | undefined): Promise<string> {
      await purge(tx);
      const token = newToken();
      const now = new Date(clock());
      await tx.insert(sessions).values({
        tokenHash: hashOfToken(token),
        userId,
        userAgent: userAgent?.slice(0, 500) ?? null,
        createdAt: now,
        lastSeenAt: now,
      });
      return token;
    },
    /** Gives a new session to the browser, which is known from now on, and tells the user's others of it. */
    async give(reply: FastifyReply, userId: string, token: string): Promise<void> {
      cookie.set(reply, token);
      await devices.remember(reply, userId);
      const changes = (await endTooMany(userId, token))
        ? sessionsEnded(userId, clock())
        : [{ topic: 'sessions', subjectId: userId, version: clock() } as const];
      await announce({ bus, reply }, changes);
    },
    /** Whoever asks has just shown that the session is theirs. */
    async confirm({ sessionId }: Pick<Viewer, 'sessionId'>): Promise<void> {
      const confirmedAt = new Date(clock());
      await db.update(sessions).set({ confirmedAt }).where(eq(sessions.id, sessionId));
    },
    /** Takes the cookie back. */
    forget(reply: FastifyReply): void {
      cookie.clear(reply);
    },
    /** Ends one session of the user, at once and with its sockets; returns whether there was one. */
    async end(
      reply: FastifyReply,
      { userId, sessionId }: Pick<Viewer, 'userId' | 'sessionId'>,
    ): Promise<boolean> {
      const ended = await db
        .delete(sessions)
        .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
        .returning({ id: sessions.id });
      await announce({ bus, reply }, sessionsEnded(userId, clock()));
      return ended.length > 0;
    },
  };
}

/** What it changes that sessions of a user have ended. */
export function sessionsEnded(userId: string, now: number): Change[] {
  return [
    { topic: 'sessions', subjectId: userId, version: now },
    { topic: 'access', subjectId: userId, version: now },
  ];
}

/**
 * Ends the user's sessions, and knows their devices no more: who came in by the former password is a
 * stranger. Announce `sessionsEnded` after the commit. Returns how many there were.
 */
export async function endAllSessions(tx: Tx, userId: string): Promise<number> {
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId));
  const ended = await tx
    .delete(sessions)
    .where(eq(sessions.userId, userId))
    .returning({ id: sessions.id });
  return ended.length;
}
