import type { FastifyInstance } from 'fastify';
import { getCurrentUser, listUsers } from '#contract/accounts.ts';
import type { Context } from '../context.ts';
import { users } from '../db/schema.ts';
import { route } from '../http/route.ts';
import { currentUserColumns, readCurrentUser } from './account.ts';
import { profileRoutes } from './profile-routes.ts';
import { securityRoutes } from './security-routes.ts';
import type { Sessions } from './sessions.ts';
import { signInRoutes } from './sign-in-routes.ts';

/** Accounts: signing in and up, settings, the administrator's list. */
export function accountRoutes(app: FastifyInstance, context: Context, sessions: Sessions): void {
  const { db } = context;
  signInRoutes(app, context, sessions);
  profileRoutes(app, context);
  securityRoutes(app, context, sessions);

  route(app, getCurrentUser, ({ viewer }) => readCurrentUser(db, viewer.userId));

  route(app, listUsers, () =>
    db.select(currentUserColumns).from(users).orderBy(users.usernameKey, users.id),
  );
}
