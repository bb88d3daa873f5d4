import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { HOUR } from '#contract/durations.ts';
import type { Context } from '../../context.ts';
import { users } from '../../db/schema/accounts.ts';
import { ApiError } from '../../http/api-error.ts';
import { logSecurityEvent } from '../../http/security-log.ts';
import type { Viewer } from '../../http/viewer.ts';
import { verifyPassword } from './passwords.ts';
import { RETRY_WAITS } from './sign-in-limits.ts';

const MAX_WRONG_PASSWORDS = 5;

export type CheckCurrentPassword = ReturnType<typeof createCurrentPasswordCheck>;

/** Throws 400 for a wrong password, and 429 for at most a minute after five failures. */
export function createCurrentPasswordCheck({ db, createLimit }: Context) {
  // Per session: a stolen one can't keep guessing, and the owner isn't locked out elsewhere.
  const wrongPasswords = createLimit({
    name: 'current-password',
    max: MAX_WRONG_PASSWORDS,
    windowMs: HOUR,
    waits: RETRY_WAITS,
    message: 'Too many failed attempts.',
  });

  return async (request: FastifyRequest, { userId, sessionId }: Viewer, password: string) => {
    const checkLimit = () => wrongPasswords.check(sessionId);
    await checkLimit();
    const [account] = await db
      .select({ password: users.password, mustChangePassword: users.mustChangePassword })
      .from(users)
      .where(eq(users.id, userId));
    const isCorrect = await verifyPassword(account?.password, password, checkLimit);
    if (account && isCorrect) {
      await wrongPasswords.clear(sessionId);
      return account;
    }
    logSecurityEvent(request, 'password-wrong');
    await wrongPasswords.count(sessionId);
    throw createWrongPasswordError();
  };
}

export function createWrongPasswordError(): ApiError {
  return new ApiError(400, 'Current password is incorrect');
}
