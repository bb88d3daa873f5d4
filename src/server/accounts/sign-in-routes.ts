import { and, eq, or } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { login, logout, register } from '#contract/accounts.ts';
import { identityKey } from '#contract/text.ts';
import { announce } from '../changes/bus.ts';
import type { Context } from '../context.ts';
import { users } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { networkOf } from '../http/limit.ts';
import { route } from '../http/route.ts';
import { securityLog } from '../http/security-log.ts';
import {
  currentUserColumns,
  emailColumns,
  emailTaken,
  readCurrentUser,
  refuseReservedUsername,
  toTakenError,
  usernameColumns,
  usernameTaken,
} from './account.ts';
import { createLinks } from './links.ts';
import { hashPassword, refuseCrowd, verifyPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import { createSignInLimits } from './sign-in-limits.ts';

const MINUTE = 60 * 1000;
const SIGN_UPS_A_MINUTE = 1_000;

/** Register, login, logout. Whoever was signed in as somebody before is no longer after the first two. */
export function signInRoutes(app: FastifyInstance, context: Context, sessions: Sessions): void {
  const { db, bus, clock, bandPack, createLimit, mailer } = context;
  const links = createLinks(context);
  const { devices } = sessions;
  const limitsOf = createSignInLimits(createLimit);
  const signUps = createLimit({
    name: 'sign-up',
    most: SIGN_UPS_A_MINUTE,
    windowMs: MINUTE,
    sentence: 'Too many people are signing up from this network.',
  });

  route(app, login, async ({ body, viewer, request, reply }) => {
    refuseCrowd();
    const { emailKey } = emailColumns(body.email);
    const [account] = await db
      .select({ id: users.id, password: users.password })
      .from(users)
      .where(eq(users.emailKey, emailKey));
    const device = account && (await devices.find(request, account.id));
    const limits = limitsOf({ emailKey, address: networkOf(request.ip), device });
    await limits.check();
    const isRight = await verifyPassword(account?.password, body.password, limits.check);
    if (!account || !isRight) {
      securityLog(request, 'sign-in-failed', { subjectId: account?.id });
      await limits.fail();
      throw wrongCredentials();
    }
    await limits.succeed();
    const token = await db.transaction(async (tx) => {
      // Locked, and still with the password that was checked: a change of it that ends all
      // sessions at this moment ends this one too, or comes first and refuses it.
      const [still] = await tx
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, account.id), eq(users.password, account.password)))
        .for('share');
      if (!still) throw wrongCredentials();
      return sessions.open(tx, account.id, request.headers['user-agent']);
    });
    if (viewer) await sessions.end(reply, viewer);
    await sessions.give(reply, account.id, token);
    securityLog(request, 'signed-in', { subjectId: account.id });
    return readCurrentUser(db, account.id);
  });

  route(app, register, async ({ body, viewer, request, reply }) => {
    refuseCrowd();
    const address = networkOf(request.ip);
    await signUps.check(address);
    // Whatever comes of it: a refusal tells who has an account.
    await signUps.count(address);
    refuseReservedUsername(body.username, bandPack.band.productName);
    await refuseTaken(body);
    const password = await hashPassword(body.password);
    const now = new Date(clock());
    const registered = await db
      .transaction(async (tx) => {
        const [user] = await tx
          .insert(users)
          .values({
            ...emailColumns(body.email),
            ...usernameColumns(body.username),
            password,
            passwordChangedAt: now,
            createdAt: now,
            updatedAt: now,
          })
          .returning(currentUserColumns);
        if (!user) throw new Error('The insert of an account answered no row.');
        return { user, token: await sessions.open(tx, user.id, request.headers['user-agent']) };
      })
      .catch((error: unknown) => {
        throw toTakenError(error);
      });
    if (viewer) await sessions.end(reply, viewer);
    const { user, token } = registered;
    // Where nothing is mailed nobody is asked whose address it is.
    if (mailer.sendsMail) links.mail('verify-email', user);
    const change = { topic: 'account', subjectId: user.id, version: now.getTime() } as const;
    await announce({ bus, reply }, [change]);
    await sessions.give(reply, user.id, token);
    securityLog(request, 'signed-up', { subjectId: user.id });
    return user;
  });

  route(app, logout, async ({ viewer, request, reply }) => {
    if (viewer) {
      await sessions.end(reply, viewer);
      securityLog(request, 'signed-out');
    }
    sessions.forget(reply);
    return undefined;
  });

  /** Before the costly hash; the constraints have the last word. */
  async function refuseTaken(wanted: { email: string; username: string }): Promise<void> {
    const emailKey = identityKey(wanted.email);
    const usernameKey = identityKey(wanted.username);
    const taken = await db
      .select({ emailKey: users.emailKey })
      .from(users)
      .where(or(eq(users.emailKey, emailKey), eq(users.usernameKey, usernameKey)));
    if (taken.some((user) => user.emailKey === emailKey)) throw emailTaken();
    if (taken.length > 0) throw usernameTaken();
  }
}

/** The same for an unknown address and a wrong password: nobody learns who has an account. */
function wrongCredentials(): ApiError {
  return new ApiError(401, 'Invalid email or password');
}
