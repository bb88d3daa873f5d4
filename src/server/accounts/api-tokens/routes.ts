import { and, desc, eq, lte } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/api-tokens.ts';
import { DAY } from '#contract/durations.ts';
import type { Context } from '../../context.ts';
import { users } from '../../db/schema/accounts.ts';
import { apiTokens } from '../../db/schema/api-tokens.ts';
import { ApiError } from '../../http/api-error.ts';
import { commit } from '../../http/change.ts';
import { notFound, route } from '../../http/route.ts';
import { logSecurityEvent } from '../../http/security-log.ts';
import { createToken, hashToken } from '../../random-token.ts';
import { createSessionEndChanges } from '../../sessions/sessions.ts';

export function apiTokenRoutes(app: FastifyInstance, { db, clock }: Context): void {
  route(app, contract.listApiTokens, async ({ viewer }) => {
    const rows = await db
      .select()
      .from(apiTokens)
      .where(eq(apiTokens.userId, viewer.userId))
      .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
    return rows.map(toResponse);
  });

  route(app, contract.createApiToken, async (call) => {
    const { name, scopes, lifetimeDays } = call.body;
    const { userId } = call.viewer;
    const token = contract.API_TOKEN_PREFIX + createToken();
    const row = await commit(call, async ({ tx, changed }) => {
      // Locks the account, so that parallel requests can't exceed the maximum.
      await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
      const now = clock();
      const isOwn = eq(apiTokens.userId, userId);
      await tx.delete(apiTokens).where(and(isOwn, lte(apiTokens.expiresAt, new Date(now))));
      if ((await tx.$count(apiTokens, isOwn)) >= contract.MAX_API_TOKENS)
        throw new ApiError(409, contract.TOO_MANY_TOKENS);
      const [created] = await tx
        .insert(apiTokens)
        .values({
          ...{ userId, name, scopes, tokenHash: hashToken(token) },
          createdAt: new Date(now),
          expiresAt: new Date(now + lifetimeDays * DAY),
        })
        .returning();
      if (!created) throw new Error('The token insert returned no row.');
      changed({ topic: 'sessions', subjectId: userId, version: now });
      return created;
    });
    logSecurityEvent(call.request, 'token-created');
    return { ...toResponse(row), token };
  });

  route(app, contract.revokeApiToken, async (call) => {
    const { params, viewer } = call;
    await commit(call, async ({ tx, changed }) => {
      const revoked = await tx
        .delete(apiTokens)
        .where(and(eq(apiTokens.id, params.id), eq(apiTokens.userId, viewer.userId)))
        .returning({ id: apiTokens.id });
      if (revoked.length === 0) throw notFound('API token');
      changed(...createSessionEndChanges(viewer.userId, clock()));
    });
    logSecurityEvent(call.request, 'token-revoked');
    return undefined;
  });
}

function toResponse(row: typeof apiTokens.$inferSelect): contract.ApiToken {
  const { id, name, scopes } = row;
  return {
    ...{ id, name, scopes },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
