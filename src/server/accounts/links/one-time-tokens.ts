import { and, eq, gt, inArray, lt } from 'drizzle-orm';
import type { DbOrTx } from '../../db/open.ts';
import { oneTimeTokens, type TOKEN_PURPOSES } from '../../db/schema/accounts.ts';
import type { Tx } from '../../db/transaction.ts';
import { hashOfToken, newToken } from '../../sessions/session-cookie.ts';

type Purpose = (typeof TOKEN_PURPOSES)[number];

/** Maximum expired tokens deleted whenever new ones are issued. */
const CLEANUP_ROWS = 1_000;

/**
 * Issues a token for each user (null: for anyone who presents it) and returns them in order. Only
 * their hashes are stored.
 */
export async function issueTokens(
  db: DbOrTx,
  purpose: Purpose,
  userIds: readonly (string | null)[],
  { now, lifeMs }: { now: number; lifeMs: number },
): Promise<string[]> {
  const expired = db
    .select({ tokenHash: oneTimeTokens.tokenHash })
    .from(oneTimeTokens)
    .where(lt(oneTimeTokens.expiresAt, new Date(now)))
    .limit(CLEANUP_ROWS)
    // Skips rows that a concurrent cleanup has locked.
    .for('update', { skipLocked: true });
  await db.delete(oneTimeTokens).where(inArray(oneTimeTokens.tokenHash, expired));
  const issued = userIds.map((userId) => ({ userId, token: newToken() }));
  const expiresAt = new Date(now + lifeMs);
  await db.insert(oneTimeTokens).values(
    issued.map(({ userId, token }) => ({
      tokenHash: hashOfToken(token),
      purpose,
      userId,
      expiresAt,
    })),
  );
  return issued.map(({ token }) => token);
}

/** The owner of a valid token, or undefined. Doesn't use the token up. */
export async function peekToken(
  db: DbOrTx,
  purpose: Purpose,
  token: string,
  now: number,
): Promise<{ userId: string | null } | undefined> {
  const [found] = await db
    .select({ userId: oneTimeTokens.userId })
    .from(oneTimeTokens)
    .where(isValid(purpose, token, now));
  return found;
}

/**
 * Uses the token up and returns its owner, or undefined if it is invalid. One of several concurrent calls
 * succeeds.
 */
export async function redeemToken(
  db: DbOrTx,
  purpose: Purpose,
  token: string,
  now: number,
): Promise<{ userId: string | null } | undefined> {
  const [found] = await db
    .delete(oneTimeTokens)
    .where(isValid(purpose, token, now))
    .returning({ userId: oneTimeTokens.userId });
  return found;
}

/** Deletes all emailed links that sign in to the account. */
export async function revokeMailedTokens(tx: Tx, userId: string): Promise<void> {
  const signsIn = inArray(oneTimeTokens.purpose, ['reset-password', 'sign-in']);
  await tx.delete(oneTimeTokens).where(and(signsIn, eq(oneTimeTokens.userId, userId)));
}

function isValid(purpose: Purpose, token: string, now: number) {
  return and(
    eq(oneTimeTokens.tokenHash, hashOfToken(token)),
    eq(oneTimeTokens.purpose, purpose),
    gt(oneTimeTokens.expiresAt, new Date(now)),
  );
}
