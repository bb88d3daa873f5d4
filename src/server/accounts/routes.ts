import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { getCurrentUser, listUsers, setUserRole } from '#contract/accounts.ts';
import { countUserSessions, endUserSessions } from '#contract/user-sessions.ts';
import type { Context } from '../context.ts';
import { sessions as sessionRows, users } from '../db/schema/accounts.ts';
import { commit } from '../http/change.ts';
import { notFound, route } from '../http/route.ts';
import { logSecurityEvent } from '../http/security-log.ts';
import { createSessionEndChanges, endAllSessions, type Sessions } from '../sessions/sessions.ts';
import { adminUserColumns, readCurrentUser } from './account.ts';
import { setAdminRole } from './administrators/administrators.ts';
import { apiTokenRoutes } from './api-tokens/routes.ts';
import { linkRoutes } from './links/link-routes.ts';
import { signInLinkRoutes } from './links/sign-in-link-routes.ts';
import { setModeratorRole } from './moderators.ts';
import type { PasskeyCheck } from './passkeys/passkey-check.ts';
import { passkeyRoutes } from './passkeys/passkey-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { securityRoutes } from './security-routes.ts';
import type { CheckCurrentPassword } from './sign-in/current-password.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { spoilerRoutes } from './spoiler-routes.ts';

export function accountRoutes(
  app: FastifyInstance,
  context: Context,
  security: {
    sessions: Sessions;
    checkPassword: CheckCurrentPassword;
    passkeyCheck: PasskeyCheck;
    dataDir: string | undefined;
  },
): void {
  const { sessions } = security;
  const { db, clock } = context;
  signInRoutes(app, context, security);
  profileRoutes(app, context);
  securityRoutes(app, context, security);
  linkRoutes(app, context, sessions);
  signInLinkRoutes(app, context, sessions);
  passkeyRoutes(app, context, security);
  apiTokenRoutes(app, context);
  spoilerRoutes(app, context);

  route(app, getCurrentUser, ({ viewer }) => readCurrentUser(db, viewer.userId));

  route(app, listUsers, () =>
    db.select(adminUserColumns).from(users).orderBy(users.usernameKey, users.id),
  );

  route(app, countUserSessions, async ({ params: { id } }) => {
    if ((await db.$count(users, eq(users.id, id))) === 0) throw notFound('User');
    const rows = await db.select().from(sessionRows).where(eq(sessionRows.userId, id));
    return { sessions: rows.filter(sessions.isAlive).length };
  });

  route(app, endUserSessions, async (call) => {
    const { id } = call.params;
    const endedCount = await commit(call, async ({ tx, record, changed }) => {
      // Locks the user, so that a concurrent sign-in either is ended too or happens afterwards.
      const [user] = await tx
        .select({ id: users.id })
        .from(users)
        .where(eq(users.id, id))
        .for('update');
      if (!user) throw notFound('User');
      const count = await endAllSessions(tx, id);
      if (count === 0) return 0;
      await record({ action: 'user.end-sessions', subjectId: id, after: { sessions: count } });
      changed(...createSessionEndChanges(id, clock()));
      return count;
    });
    if (endedCount === 0) return undefined;
    if (id === call.viewer.userId) sessions.clearCookie(call.reply);
    logSecurityEvent(call.request, 'sessions-ended', { subjectId: id });
    return undefined;
  });

  route(app, setUserRole, async (call) => {
    const { id } = call.params;
    const { isAdmin, isModerator } = call.body;
    const changedId = await commit(call, (scope) =>
      isAdmin === undefined
        ? setModeratorRole(scope, id, isModerator === true)
        : setAdminRole(scope, { id }, isAdmin),
    );
    if (changedId)
      logSecurityEvent(call.request, 'role-changed', { subjectId: changedId, ...call.body });
    const [user] = await db.select(adminUserColumns).from(users).where(eq(users.id, id));
    if (!user) throw notFound('User');
    return user;
  });
}
