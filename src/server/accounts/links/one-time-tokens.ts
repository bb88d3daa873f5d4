import { and, eq, gt, inArray, lt } from 'drizzle-orm';
import type { DbOrTx } from '../../db/open.ts';
import { oneTimeTokens, type TOKEN_PURPOSES } from '../../db/schema/accounts.ts';
import type { Tx } from '../../db/transaction.ts';
import { createToken, hashToken } from '../../random-token.ts';

type TokenRow = typeof oneTimeTokens.$inferSelect;
type Purpose = (typeof TOKEN_PURPOSES)[number];

const CLEANUP_ROWS = 1_000;

/** Returns a token per user, in order; null issues a token for any user. Stores only hashes. */
export async function issueTokens(
  db: DbOrTx,
  purpose: Purpose,
  userIds: readonly (string | null)[],
  { now, lifetimeMs }: { now: number; lifetimeMs: number },
): Promise<string[]> {
  const expiredTokens = db
    .select({ tokenHash: oneTimeTokens.tokenHash })
    .from(oneTimeTokens)
    .where(lt(oneTimeTokens.expiresAt, new Date(now)))
    .limit(CLEANUP_ROWS)
    .for('update', { skipLocked: true });
  await db.delete(oneTimeTokens).where(inArray(oneTimeTokens.tokenHash, expiredTokens));
  const tokens = userIds.map((userId) => ({ userId, token: createToken() }));
  const expiresAt = new Date(now + lifetimeMs);
  await db.insert(oneTimeTokens).values(
    tokens.map(({ userId, token }) => ({
      tokenHash: hashToken(token),
      purpose,
      userId,
      expiresAt,
    })),
  );
  return tokens.map(({ token }) => token);
}

export async function peekToken(
  db: DbOrTx,
  purpose: Purpose,
  token: string,
  now: number,
): Promise<Pick<TokenRow, 'userId' | 'expiresAt'> | undefined> {
  const [row] = await selectToken(db, purpose, token, now);
  return row;
}

/** Returns whether the token is valid. No other transaction can use it before this one ends. */
export async function lockToken(
  db: DbOrTx,
  purpose: Purpose,
  token: string,
  now: number,
): Promise<boolean> {
  return (await selectToken(db, purpose, token, now).for('update')).length > 0;
}

function selectToken(db: DbOrTx, purpose: Purpose, token: string, now: number) {
  const { userId, expiresAt } = oneTimeTokens;
  return db
    .select({ userId, expiresAt })
    .from(oneTimeTokens)
    .where(isValid(purpose, token, now));
}

/** Deletes the token, so only one of several concurrent calls returns the user. */
export async function redeemToken(
  db: DbOrTx,
  purpose: Purpose,
  token: string,
  now: number,
): Promise<{ userId: string | null } | undefined> {
  const [row] = await db
    .delete(oneTimeTokens)
    .where(isValid(purpose, token, now))
    .returning({ userId: oneTimeTokens.userId });
  return row;
}

export async function revokeMailedTokens(tx: Tx, userId: string): Promise<void> {
  const canSignIn = inArray(oneTimeTokens.purpose, ['reset-password', 'sign-in']);
  await tx.delete(oneTimeTokens).where(and(canSignIn, eq(oneTimeTokens.userId, userId)));
}

function isValid(purpose: Purpose, token: string, now: number) {
  return and(
    eq(oneTimeTokens.tokenHash, hashToken(token)),
    eq(oneTimeTokens.purpose, purpose),
    gt(oneTimeTokens.expiresAt, new Date(now)),
  );
}
