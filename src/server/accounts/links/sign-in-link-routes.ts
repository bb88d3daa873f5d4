import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  EMAIL_NOT_SET_UP,
  getSignInMethods,
  requestSignInLink,
  SIGN_IN_LINK_MINUTES,
  signInByLink,
} from '#contract/account-links.ts';
import { MINUTE } from '#contract/durations.ts';
import type { Context } from '../../context.ts';
import { users } from '../../db/schema/accounts.ts';
import type { Tx } from '../../db/transaction.ts';
import { ApiError } from '../../http/api-error.ts';
import { commit } from '../../http/change.ts';
import { toClientNetwork } from '../../http/limit.ts';
import { route } from '../../http/route.ts';
import { logSecurityEvent } from '../../http/security-log.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { buildEmailColumns, readCurrentUser } from '../account.ts';
import { RETRY_WAITS } from '../sign-in/sign-in-limits.ts';
import { confirmEmail } from './confirm-email.ts';
import { createLinkLimit } from './link-limit.ts';
import { createLinkExpiredError, createLinks } from './links.ts';
import { peekToken, redeemToken } from './one-time-tokens.ts';

/** Failed password attempts don't throttle these routes. */
export function signInLinkRoutes(app: FastifyInstance, context: Context, sessions: Sessions): void {
  const { db, clock, createLimit, mailer } = context;
  const links = createLinks(context);
  const countRequest = createLinkLimit(createLimit, {
    name: 'sign-in-links',
    lifetimeMs: SIGN_IN_LINK_MINUTES * MINUTE,
    message: 'Too many sign-in links were requested.',
    addressWaits: RETRY_WAITS,
  });

  route(app, getSignInMethods, async () => ({ byEmailLink: mailer.isConfigured }));

  route(app, requestSignInLink, async ({ body, request }) => {
    if (!mailer.isConfigured) throw new ApiError(409, EMAIL_NOT_SET_UP);
    const { emailKey } = buildEmailColumns(body.email);
    await countRequest(emailKey, toClientNetwork(request.ip));
    const [account] = await db
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(eq(users.emailKey, emailKey));
    logSecurityEvent(request, 'sign-in-link-asked', { subjectId: account?.id });
    // Sends the email after the response, so that timing doesn't reveal whether the account exists.
    if (account) links.send('sign-in', account);
    return undefined;
  });

  route(app, signInByLink, async (call) => {
    const { body, viewer, request, reply } = call;
    const { userId, token } = await commit(call, async (scope) => {
      const userId = await redeem(scope.tx, body.token);
      await confirmEmail(scope, userId, new Date(clock()));
      return {
        userId,
        token: await sessions.open(scope.tx, userId, request.headers['user-agent']),
      };
    });
    if (viewer) await sessions.end(reply, viewer);
    logSecurityEvent(request, 'signed-in', { subjectId: userId });
    await sessions.sendCookie(reply, userId, token);
    return readCurrentUser(db, userId);
  });

  /**
   * Locks the account, so that a concurrent password change has either deleted the link or waits.
   */
  async function redeem(tx: Tx, token: string): Promise<string> {
    const userId = (await peekToken(tx, 'sign-in', token, clock()))?.userId;
    if (!userId) throw createLinkExpiredError();
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    if (!(await redeemToken(tx, 'sign-in', token, clock()))) throw createLinkExpiredError();
    return userId;
  }
}
