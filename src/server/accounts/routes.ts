import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { getCurrentUser, listUsers, setUserRole } from '#contract/accounts.ts';
import { announce } from '../changes/bus.ts';
import type { Context } from '../context.ts';
import { users } from '../db/schema.ts';
import { notFound, route } from '../http/route.ts';
import { securityLog } from '../http/security-log.ts';
import { currentUserColumns, readCurrentUser } from './account.ts';
import { grantAdmin, revokeAdmin } from './administrators.ts';
import type { CheckCurrentPassword } from './current-password.ts';
import { linkRoutes } from './link-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { securityRoutes } from './security-routes.ts';
import type { Sessions } from './sessions.ts';
import { signInRoutes } from './sign-in-routes.ts';

/** Accounts: signing in and up, settings, the administrator's list and who is one. */
export function accountRoutes(
  app: FastifyInstance,
  context: Context,
  security: { sessions: Sessions; checkPassword: CheckCurrentPassword },
): void {
  const { sessions } = security;
  const { db, bus, clock } = context;
  signInRoutes(app, context, sessions);
  profileRoutes(app, context);
  securityRoutes(app, context, security);
  linkRoutes(app, context, sessions);
  passkeyRoutes(app, context, security);

  route(app, getCurrentUser, ({ viewer }) => readCurrentUser(db, viewer.userId));

  route(app, listUsers, () =>
    db.select(currentUserColumns).from(users).orderBy(users.usernameKey, users.id),
  );

  route(app, setUserRole, async ({ params: { id }, body, viewer, request, reply }) => {
    const setRole = body.isAdmin ? grantAdmin : revokeAdmin;
    const changedId = await setRole(db, { id }, viewer.userId);
    if (changedId) {
      const changed = { subjectId: changedId, version: clock() };
      await announce({ bus, reply }, [
        { topic: 'account', ...changed },
        { topic: 'access', ...changed },
      ]);
      securityLog(request, 'role-changed', { subjectId: changedId, isAdmin: body.isAdmin });
    }
    const [user] = await db.select(currentUserColumns).from(users).where(eq(users.id, id));
    if (!user) throw notFound('User');
    return user;
  });
}
