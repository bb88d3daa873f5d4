import { and, eq, gt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import {
  API_TOKEN_PREFIX,
  TOKEN_AND_SESSION,
  TOKEN_CALLS_PER_MINUTE,
} from '#contract/api-tokens.ts';
import { HOUR, MINUTE } from '#contract/durations.ts';
import type { Context } from '../../context.ts';
import { users } from '../../db/schema/accounts.ts';
import { apiTokens } from '../../db/schema/api-tokens.ts';
import { ApiError } from '../../http/api-error.ts';
import { type FindViewer, hasApiToken, type Viewer } from '../../http/viewer.ts';
import { hashToken } from '../../random-token.ts';
import { scribeOf } from '../../scribes/rights.ts';
import type { Sessions } from '../../sessions/sessions.ts';

/** Identifies the viewer by the API token in `Authorization`, or else by the session cookie. */
export function createTokenViewers(
  { db, clock, createLimit }: Context,
  sessions: Pick<Sessions, 'findViewer' | 'hasCookie'>,
): FindViewer {
  const requestLimit = createLimit({
    name: 'token-calls',
    max: TOKEN_CALLS_PER_MINUTE,
    windowMs: MINUTE,
    message: 'This API token made too many requests.',
  });

  async function findOwner(request: FastifyRequest): Promise<Viewer | undefined> {
    if (sessions.hasCookie(request)) throw new ApiError(400, TOKEN_AND_SESSION);
    const token = TOKEN_HEADER.exec(request.headers.authorization ?? '')?.[1];
    if (!token) return undefined;
    const now = clock();
    const [row] = await db
      .select({
        id: apiTokens.id,
        scopes: apiTokens.scopes,
        lastUsedAt: apiTokens.lastUsedAt,
        userId: apiTokens.userId,
        username: users.username,
        scribeOf,
        mustChangePassword: users.mustChangePassword,
      })
      .from(apiTokens)
      .innerJoin(users, eq(users.id, apiTokens.userId))
      .where(
        and(eq(apiTokens.tokenHash, hashToken(token)), gt(apiTokens.expiresAt, new Date(now))),
      );
    if (!row) return undefined;
    const { id, scopes, lastUsedAt, ...viewer } = row;
    await requestLimit.consume(id);
    if (!lastUsedAt || now >= lastUsedAt.getTime() + HOUR)
      await db
        .update(apiTokens)
        .set({ lastUsedAt: new Date(now) })
        .where(eq(apiTokens.id, id))
        // A failed update must not fail the request.
        .catch(() => undefined);
    const roles = { isAdmin: false, isModerator: false };
    return { ...viewer, ...roles, sessionId: id, isFresh: false, tokenScopes: scopes };
  }

  return (request) =>
    hasApiToken(request.headers) ? findOwner(request) : sessions.findViewer(request);
}

const TOKEN_HEADER = new RegExp(`^Bearer (${API_TOKEN_PREFIX}[\\w-]{43})$`, 'i');
