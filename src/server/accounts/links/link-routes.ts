import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  forgotPassword,
  getCredentials,
  RESET_LINK_HOURS,
  resetPassword,
  sendVerification,
  verifyEmail,
} from '#contract/account-links.ts';
import { HOUR } from '#contract/durations.ts';
import type { ChangeScope } from '../../changes/run-change.ts';
import type { Context } from '../../context.ts';
import { users } from '../../db/schema/accounts.ts';
import type { Tx } from '../../db/transaction.ts';
import { change, commit } from '../../http/change.ts';
import { toClientNetwork } from '../../http/limit.ts';
import { route } from '../../http/route.ts';
import { logSecurityEvent } from '../../http/security-log.ts';
import { createSessionEndChanges, type Sessions } from '../../sessions/sessions.ts';
import { buildEmailColumns, readCurrentUser } from '../account.ts';
import { findPasskeys, toPasskeyItem } from '../passkeys/passkey-routes.ts';
import { revokeAllAccess } from '../revoke-all-access.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { confirmEmail } from './confirm-email.ts';
import { createLinkLimit } from './link-limit.ts';
import { createLinkExpiredError, createLinks } from './links.ts';
import { peekToken, redeemToken } from './one-time-tokens.ts';

export function linkRoutes(app: FastifyInstance, context: Context, sessions: Sessions): void {
  const { db, clock, createLimit, mailer } = context;
  const links = createLinks(context);
  // Also counts requests for unknown accounts, so that the response reveals nothing.
  const countRequest = createLinkLimit(createLimit, {
    name: 'links',
    lifetimeMs: RESET_LINK_HOURS * HOUR,
    message: 'Too many links were requested.',
  });

  async function redeem(tx: Tx, purpose: 'reset-password' | 'verify-email', token: string) {
    const row = await redeemToken(tx, purpose, token, clock());
    if (!row?.userId) throw createLinkExpiredError();
    return row.userId;
  }

  route(app, forgotPassword, async ({ body, request }) => {
    const { emailKey } = buildEmailColumns(body.email);
    await countRequest(emailKey, toClientNetwork(request.ip));
    const [account] = await db
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(eq(users.emailKey, emailKey));
    logSecurityEvent(request, 'reset-asked', { subjectId: account?.id });
    // Sends the email after the response, so that timing doesn't reveal whether the account exists.
    if (account) links.send('reset-password', account);
    return { byMail: mailer.isConfigured };
  });

  route(app, resetPassword, async (call) => {
    const { body, viewer, request, reply } = call;
    // Skips the expensive hash for an invalid link.
    if (!(await peekToken(db, 'reset-password', body.token, clock())))
      throw createLinkExpiredError();
    const password = await hashPassword(body.newPassword);
    const { userId, token } = await commit(call, async (scope) => {
      const userId = await redeem(scope.tx, 'reset-password', body.token);
      // An emailed link proves ownership of the address.
      const isEmailed = mailer.isConfigured;
      await setNewPassword(scope, userId, { password, isEmailed, now: new Date(clock()) });
      const token = await sessions.open(scope.tx, userId, request.headers['user-agent']);
      return { userId, token };
    });
    if (viewer && viewer.userId !== userId) await sessions.end(reply, viewer);
    logSecurityEvent(request, 'password-reset', { subjectId: userId });
    await sessions.sendCookie(reply, userId, token);
    return readCurrentUser(db, userId);
  });

  route(app, sendVerification, async ({ viewer, request }) => {
    await countRequest(viewer.userId, toClientNetwork(request.ip));
    const [account] = await db
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(eq(users.id, viewer.userId), isNull(users.emailVerifiedAt)));
    if (account) links.send('verify-email', account);
    return { byMail: mailer.isConfigured };
  });

  change(app, verifyEmail, async ({ body, ...scope }) => {
    const userId = await redeem(scope.tx, 'verify-email', body.token);
    await confirmEmail(scope, userId, new Date(clock()));
    return undefined;
  });

  route(app, getCredentials, async ({ viewer }) => {
    const [account] = await db
      .select({ emailVerifiedAt: users.emailVerifiedAt })
      .from(users)
      .where(eq(users.id, viewer.userId));
    return {
      isEmailVerified: Boolean(account?.emailVerifiedAt),
      sendsMail: mailer.isConfigured,
      passkeys: (await findPasskeys(db, viewer.userId)).map(toPasskeyItem),
    };
  });
}

async function setNewPassword(
  { tx, record, changed }: ChangeScope,
  userId: string,
  { password, isEmailed, now }: { password: string; isEmailed: boolean; now: Date },
): Promise<void> {
  const [account] = await tx
    .select({ mustChange: users.mustChangePassword, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  const isVerifiedNow = isEmailed && !account?.verifiedAt;
  await tx
    .update(users)
    .set({
      password,
      passwordChangedAt: now,
      mustChangePassword: false,
      updatedAt: now,
      ...(isVerifiedNow && { emailVerifiedAt: now }),
    })
    .where(eq(users.id, userId));
  const { hadPasskeys } = await revokeAllAccess(tx, userId);
  await record({ actorId: userId, action: 'user.reset-password', subjectId: userId });
  const subject = { subjectId: userId, version: now.getTime() };
  if (account?.mustChange) changed({ topic: 'account', ...subject });
  if (isVerifiedNow || hadPasskeys) changed({ topic: 'credentials', ...subject });
  changed(...createSessionEndChanges(userId, now.getTime()));
}
