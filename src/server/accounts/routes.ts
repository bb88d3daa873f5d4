import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { getCurrentUser, listUsers, setUserRole } from '#contract/accounts.ts';
import { countUserSessions, endUserSessions } from '#contract/user-sessions.ts';
import { RECORDED, recordChange } from '../audit/record-change.ts';
import { announce } from '../changes/bus.ts';
import type { Context } from '../context.ts';
import { sessions as sessionRows, users } from '../db/schema/accounts.ts';
import { notFound, route } from '../http/route.ts';
import { securityLog } from '../http/security-log.ts';
import { endAllSessions, type Sessions, sessionsEnded } from '../sessions/sessions.ts';
import { adminUserColumns, readCurrentUser } from './account.ts';
import { grantAdmin, revokeAdmin } from './administrators/administrators.ts';
import { linkRoutes } from './links/link-routes.ts';
import { signInLinkRoutes } from './links/sign-in-link-routes.ts';
import type { PasskeyCheck } from './passkeys/passkey-check.ts';
import { passkeyRoutes } from './passkeys/passkey-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { securityRoutes } from './security-routes.ts';
import type { CheckCurrentPassword } from './sign-in/current-password.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';

export function accountRoutes(
  app: FastifyInstance,
  context: Context,
  security: {
    sessions: Sessions;
    checkPassword: CheckCurrentPassword;
    passkeyCheck: PasskeyCheck;
    /** Folder with the link of the first start. */
    dataDir: string | undefined;
  },
): void {
  const { sessions } = security;
  const { db, bus, clock } = context;
  signInRoutes(app, context, security);
  profileRoutes(app, context);
  securityRoutes(app, context, security);
  linkRoutes(app, context, sessions);
  signInLinkRoutes(app, context, sessions);
  passkeyRoutes(app, context, security);

  route(app, getCurrentUser, ({ viewer }) => readCurrentUser(db, viewer.userId));

  route(app, listUsers, () =>
    db.select(adminUserColumns).from(users).orderBy(users.usernameKey, users.id),
  );

  route(app, countUserSessions, async ({ params: { id } }) => {
    if ((await db.$count(users, eq(users.id, id))) === 0) throw notFound('User');
    const rows = await db.select().from(sessionRows).where(eq(sessionRows.userId, id));
    return { sessions: rows.filter(sessions.isAlive).length };
  });

  route(app, endUserSessions, async ({ params: { id }, viewer, request, reply }) => {
    const ended = await db.transaction(async (tx) => {
      // Locks the user: a concurrent sign-in either comes before and is ended, or comes after.
      const [user] = await tx
        .select({ id: users.id })
        .from(users)
        .where(eq(users.id, id))
        .for('update');
      if (!user) throw notFound('User');
      const count = await endAllSessions(tx, id);
      const entry = { actorId: viewer.userId, subjectId: id, after: { sessions: count } };
      if (count > 0) await recordChange(tx, { ...entry, action: 'user.end-sessions' });
      return count;
    });
    if (ended === 0) return undefined;
    if (id === viewer.userId) sessions.forget(reply);
    securityLog(request, 'sessions-ended', { subjectId: id });
    await announce({ bus, reply }, [...sessionsEnded(id, clock()), RECORDED]);
    return undefined;
  });

  route(app, setUserRole, async ({ params: { id }, body, viewer, request, reply }) => {
    const setRole = body.isAdmin ? grantAdmin : revokeAdmin;
    const changedId = await setRole(db, { id }, viewer.userId);
    if (changedId) {
      const changed = { subjectId: changedId, version: clock() };
      await announce({ bus, reply }, [
        { topic: 'account', ...changed },
        { topic: 'access', ...changed },
        RECORDED,
      ]);
      securityLog(request, 'role-changed', { subjectId: changedId, isAdmin: body.isAdmin });
    }
    const [user] = await db.select(adminUserColumns).from(users).where(eq(users.id, id));
    if (!user) throw notFound('User');
    return user;
  });
}
