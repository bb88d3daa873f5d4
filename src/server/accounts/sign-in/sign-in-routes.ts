import { and, eq, or } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type CurrentUser,
  login,
  logout,
  register,
  TEMPORARY_PASSWORD_DAYS,
  TEMPORARY_PASSWORD_EXPIRED,
} from '#contract/accounts.ts';
import { DAY, MINUTE } from '#contract/durations.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { createFirstAdministrator } from '#contract/first-administrator.ts';
import { identityKey } from '#contract/text.ts';
import type { Context } from '../../context.ts';
import { users } from '../../db/schema/accounts.ts';
import type { Tx } from '../../db/transaction.ts';
import { ApiError } from '../../http/api-error.ts';
import { commit } from '../../http/change.ts';
import { toClientNetwork } from '../../http/limit.ts';
import { route } from '../../http/route.ts';
import { logSecurityEvent } from '../../http/security-log.ts';
import type { Viewer } from '../../http/viewer.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import {
  buildEmailColumns,
  buildUsernameColumns,
  createEmailTakenError,
  createUsernameTakenError,
  currentUserColumns,
  readCurrentUser,
  rejectReservedUsername,
  toTakenError,
} from '../account.ts';
import {
  isFirstAdminToken,
  removeFirstAdminFile,
  revokeFirstAdminLinks,
} from '../administrators/first-admin-link.ts';
import { createLinkExpiredError } from '../administrators/first-link-check.ts';
import { createLinks } from '../links/links.ts';
import { hashPassword, rejectWhenBusy, verifyPassword } from './passwords.ts';
import { createSignInLimits } from './sign-in-limits.ts';

const MAX_SIGN_UPS_PER_MINUTE = 1_000;

type Credentials = BodyOf<typeof login>;

interface SignUp {
  body: BodyOf<typeof register>;
  viewer: Viewer | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

export function signInRoutes(
  app: FastifyInstance,
  context: Context,
  { sessions, dataDir }: { sessions: Sessions; dataDir: string | undefined },
): void {
  const { db, clock, band, createLimit, mailer } = context;
  const links = createLinks(context);
  const { devices } = sessions;
  const createAttemptLimits = createSignInLimits(createLimit);
  const signUps = createLimit({
    name: 'sign-up',
    max: MAX_SIGN_UPS_PER_MINUTE,
    windowMs: MINUTE,
    message: 'Too many people are signing up from this network.',
  });

  route(app, login, async (call) => {
    const { body, viewer, request, reply } = call;
    rejectWhenBusy();
    const account = await checkCredentials(request, body);
    const token = await commit(call, async ({ tx }) => {
      // Checks again under a lock, so that a concurrent password change can't miss this session.
      const [unchangedAccount] = await tx
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, account.id), eq(users.password, account.password)))
        .for('share');
      if (!unchangedAccount) throw createWrongCredentialsError();
      return sessions.open(tx, account.id, request.headers['user-agent']);
    });
    if (viewer) await sessions.end(reply, viewer);
    await sessions.sendCookie(reply, account.id, token);
    logSecurityEvent(request, 'signed-in', { subjectId: account.id });
    return readCurrentUser(db, account.id);
  });

  route(app, register, async (call) => {
    const { body, request } = call;
    rejectWhenBusy();
    const address = toClientNetwork(request.ip);
    // Also counts rejected sign-ups, because a 409 reveals that an account exists.
    await signUps.consume(address);
    rejectReservedUsername(body.username, band.current().productName);
    await rejectTaken(body);
    const user = await createAccount(call).catch(async (error: unknown) => {
      // Most fans who sign up at the same time get 503 and retry, which must not use up the limit.
      if (isBusyError(error)) await signUps.refund(address);
      throw error;
    });
    logSecurityEvent(request, 'signed-up', { subjectId: user.id });
    return user;
  });

  route(app, createFirstAdministrator, async (call) => {
    const { body, request } = call;
    const { token } = body;
    if (!(await isFirstAdminToken(db, token, clock()))) throw createLinkExpiredError();
    await rejectTaken(body);
    const user = await createAccount(call, async (tx) => {
      // Locks the token's row, so that the second of two concurrent requests finds no token.
      if (!(await isFirstAdminToken(tx, token, clock()))) throw createLinkExpiredError();
      await revokeFirstAdminLinks(tx);
    });
    if (dataDir !== undefined) await removeFirstAdminFile(dataDir);
    logSecurityEvent(request, 'signed-up', { subjectId: user.id, isAdmin: true });
    return user;
  });

  route(app, logout, async ({ viewer, request, reply }) => {
    if (viewer) {
      await sessions.end(reply, viewer);
      logSecurityEvent(request, 'signed-out');
    }
    sessions.clearCookie(reply);
    return undefined;
  });

  async function checkCredentials(request: FastifyRequest, { email, password }: Credentials) {
    const { emailKey } = buildEmailColumns(email);
    const [account] = await db
      .select({
        id: users.id,
        password: users.password,
        isTemporary: users.mustChangePassword,
        passwordChangedAt: users.passwordChangedAt,
      })
      .from(users)
      .where(eq(users.emailKey, emailKey));
    const device = account && (await devices.find(request, account.id));
    const limits = createAttemptLimits({ emailKey, address: toClientNetwork(request.ip), device });
    await limits.check();
    const isCorrect = await verifyPassword(account?.password, password, limits.check);
    if (!account || !isCorrect) {
      logSecurityEvent(request, 'sign-in-failed', { subjectId: account?.id });
      await limits.recordFailure();
      throw createWrongCredentialsError();
    }
    await limits.recordSuccess();
    const days = (clock() - account.passwordChangedAt.getTime()) / DAY;
    if (account.isTemporary && days >= TEMPORARY_PASSWORD_DAYS)
      throw new ApiError(401, TEMPORARY_PASSWORD_EXPIRED);
    return account;
  }

  /** `claimAdminRole` makes the account an administrator, in the transaction. It may reject. */
  async function createAccount(
    call: SignUp,
    claimAdminRole?: (tx: Tx) => Promise<void>,
  ): Promise<CurrentUser> {
    const { body, viewer, request, reply } = call;
    const password = await hashPassword(body.password);
    const now = new Date(clock());
    const { user, token } = await commit(call, async ({ tx, record, changed }) => {
      await claimAdminRole?.(tx);
      const [user] = await tx
        .insert(users)
        .values({
          ...buildEmailColumns(body.email),
          ...buildUsernameColumns(body.username),
          password,
          isAdmin: claimAdminRole !== undefined,
          passwordChangedAt: now,
          createdAt: now,
          updatedAt: now,
        })
        .returning(currentUserColumns)
        .catch((error: unknown) => {
          throw toTakenError(error);
        });
      if (!user) throw new Error('The account insert returned no row.');
      if (claimAdminRole)
        await record({ actorId: null, action: 'user.promote', subjectId: user.id });
      changed({ topic: 'account', subjectId: user.id, version: now.getTime() });
      return { user, token: await sessions.open(tx, user.id, request.headers['user-agent']) };
    });
    if (viewer) await sessions.end(reply, viewer);
    if (mailer.isConfigured) links.send('verify-email', user);
    await sessions.sendCookie(reply, user.id, token);
    return user;
  }

  async function rejectTaken(account: { email: string; username: string }): Promise<void> {
    const emailKey = identityKey(account.email);
    const usernameKey = identityKey(account.username);
    const existingUsers = await db
      .select({ emailKey: users.emailKey })
      .from(users)
      .where(or(eq(users.emailKey, emailKey), eq(users.usernameKey, usernameKey)));
    if (existingUsers.some((user) => user.emailKey === emailKey)) throw createEmailTakenError();
    if (existingUsers.length > 0) throw createUsernameTakenError();
  }
}

function isBusyError(error: unknown): boolean {
  return error instanceof ApiError && error.statusCode === 503;
}

/** The same for an unknown email and a wrong password, so that it doesn't reveal accounts. */
function createWrongCredentialsError(): ApiError {
  return new ApiError(401, 'Invalid email or password');
}
