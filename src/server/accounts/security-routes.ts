import { and, desc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { updatePassword } from '#contract/accounts.ts';
import { listSessions, revokeSession } from '#contract/user-sessions.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import type { Context } from '../context.ts';
import { sessions as sessionRows, users } from '../db/schema/accounts.ts';
import { ApiError } from '../http/api-error.ts';
import { commit } from '../http/change.ts';
import { notFound, route } from '../http/route.ts';
import { logSecurityEvent } from '../http/security-log.ts';
import { createFreshSignInError } from '../http/viewer.ts';
import { createSessionEndChanges, endAllSessions, type Sessions } from '../sessions/sessions.ts';
import { readCurrentUser } from './account.ts';
import { revokeMailedTokens } from './links/one-time-tokens.ts';
import { type CheckCurrentPassword, createWrongPasswordError } from './sign-in/current-password.ts';
import { hashPassword } from './sign-in/passwords.ts';

export function securityRoutes(
  app: FastifyInstance,
  context: Context,
  { sessions, checkPassword }: { sessions: Sessions; checkPassword: CheckCurrentPassword },
): void {
  const { db, clock } = context;

  route(app, updatePassword, async (call) => {
    const { body, viewer, request, reply } = call;
    const { userId } = viewer;
    const account = await checkPassword(request, viewer, body.currentPassword);
    if (account.mustChangePassword && body.newPassword === body.currentPassword)
      throw new ApiError(400, 'Please choose a password other than the temporary one');
    const password = await hashPassword(body.newPassword);
    const now = new Date(clock());
    const changePassword = async ({ tx, changed }: ChangeScope) => {
      const [updatedUser] = await tx
        .update(users)
        .set({ password, passwordChangedAt: now, mustChangePassword: false, updatedAt: now })
        // Matches no row if the password changed in the meantime.
        .where(and(eq(users.id, userId), eq(users.password, account.password)))
        .returning({ id: users.id });
      if (!updatedUser) throw createWrongPasswordError();
      await revokeMailedTokens(tx, userId);
      await endAllSessions(tx, userId);
      const version = now.getTime();
      // Nothing visible changes unless the password was temporary.
      if (account.mustChangePassword) changed({ topic: 'account', subjectId: userId, version });
      changed(...createSessionEndChanges(userId, version));
      return sessions.open(tx, userId, request.headers['user-agent']);
    };
    // The cookie comes first, because the published changes close the page's socket.
    await commit(call, changePassword, (token) => sessions.sendCookie(reply, userId, token));
    logSecurityEvent(request, 'password-changed');
    return readCurrentUser(db, userId);
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
    // A stolen cookie must not end the owner's other sessions. Signing out is always allowed.
    if (params.id !== viewer.sessionId && !viewer.isFresh) throw createFreshSignInError();
    const session = { userId: viewer.userId, sessionId: params.id };
    if (!(await sessions.end(reply, session))) throw notFound('Session');
    if (params.id === viewer.sessionId) sessions.clearCookie(reply);
    logSecurityEvent(request, 'sessions-ended');
    return undefined;
  });
}
