import { and, desc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { listSessions, revokeSession, updatePassword } from '#contract/accounts.ts';
import type { Change } from '#contract/freshness.ts';
import { announce } from '../changes/bus.ts';
import type { Context } from '../context.ts';
import { sessions as sessionRows, users } from '../db/schema/accounts.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound, route } from '../http/route.ts';
import { securityLog } from '../http/security-log.ts';
import { freshSignInNeeded } from '../http/viewer.ts';
import { endAllSessions, type Sessions, sessionsEnded } from '../sessions/sessions.ts';
import { readCurrentUser } from './account.ts';
import { revokeMailedTokens } from './links/one-time-tokens.ts';
import { type CheckCurrentPassword, wrongCurrentPassword } from './sign-in/current-password.ts';
import { hashPassword } from './sign-in/passwords.ts';

export function securityRoutes(
  app: FastifyInstance,
  context: Context,
  { sessions, checkPassword }: { sessions: Sessions; checkPassword: CheckCurrentPassword },
): void {
  const { db, bus, clock } = context;

  route(app, updatePassword, async ({ body, viewer, request, reply }) => {
    const { userId } = viewer;
    const old = await checkPassword(request, viewer, body.currentPassword);
    if (old.mustChangePassword && body.newPassword === body.currentPassword)
      throw new ApiError(400, 'Please choose a password other than the temporary one');
    const password = await hashPassword(body.newPassword);
    const now = new Date(clock());
    const token = await db.transaction(async (tx) => {
      const [changed] = await tx
        .update(users)
        .set({ password, passwordChangedAt: now, mustChangePassword: false, updatedAt: now })
        // Fails if it was changed elsewhere in the meantime.
        .where(and(eq(users.id, userId), eq(users.password, old.password)))
        .returning({ id: users.id });
      if (!changed) throw wrongCurrentPassword();
      await revokeMailedTokens(tx, userId);
      await endAllSessions(tx, userId);
      return sessions.open(tx, userId, request.headers['user-agent']);
    });
    const version = now.getTime();
    // Nothing else of the account is visible.
    const changed: Change[] = old.mustChangePassword
      ? [{ topic: 'account', subjectId: userId, version }]
      : [];
    await sessions.give(reply, userId, token);
    securityLog(request, 'password-changed');
    const user = await readCurrentUser(db, userId);
    // Announced last: it closes this page's own socket, and the page then checks at once who is
    // signed in, so the new cookie must be set.
    await announce({ bus, reply }, [...changed, ...sessionsEnded(userId, version)]);
    return user;
  });

  route(app, listSessions, async ({ viewer }) => {
    const rows = await db
      .select()
      .from(sessionRows)
      .where(eq(sessionRows.userId, viewer.userId))
      .orderBy(desc(sessionRows.lastSeenAt), desc(sessionRows.createdAt), sessionRows.id);
    return rows.filter(sessions.isAlive).map(({ id, userAgent, createdAt, lastSeenAt }) => ({
      id,
      userAgent,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent: id === viewer.sessionId,
    }));
  });

  route(app, revokeSession, async ({ params, viewer, request, reply }) => {
    // A stolen cookie must not end the owner's sessions. Signing out is always allowed.
    if (params.id !== viewer.sessionId && !viewer.isFresh) throw freshSignInNeeded();
    const ended = { userId: viewer.userId, sessionId: params.id };
    if (!(await sessions.end(reply, ended))) throw notFound('Session');
    if (params.id === viewer.sessionId) sessions.forget(reply);
    securityLog(request, 'sessions-ended');
    return undefined;
  });
}
