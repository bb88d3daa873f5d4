import { and, eq, gt, inArray, lt } from 'drizzle-orm';
import type { DbOrTx, Tx } from '../../db/open.ts';
import { oneTimeTokens, type TOKEN_PURPOSES } from '../../db/schema/accounts.ts';
import { hashOfToken, newToken } from '../../sessions/session-cookie.ts';

type Purpose = (typeof TOKEN_PURPOSES)[number];

/** Of those that are over, so many are taken away whenever new ones are made. */
const SWEEP = 1_000;

/**
 * Makes a token for each user (null: for whoever comes with it) and returns them in that order. Only
 * their hashes are stored.
 */
export async function issueTokens(
  db: DbOrTx,
  purpose: Purpose,
  userIds: readonly (string | null)[],
  { now, lifeMs }: { now: number; lifeMs: number },
): Promise<string[]> {
  const over = db
    .select({ tokenHash: oneTimeTokens.tokenHash })
    .from(oneTimeTokens)
    .where(lt(oneTimeTokens.expiresAt, new Date(now)))
    .limit(SWEEP)
    // Another one that sweeps at this moment has those.
    .for('update', { skipLocked: true });
  await db.delete(oneTimeTokens).where(inArray(oneTimeTokens.tokenHash, over));
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

/** Whose token it is, while it works; undefined where it does not. It goes on working. */
export async function peekToken(
  db: DbOrTx,
  purpose: Purpose,
  token: string,
  now: number,
): Promise<{ userId: string | null } | undefined> {
  const [found] = await db
    .select({ userId: oneTimeTokens.userId })
    .from(oneTimeTokens)
    .where(works(purpose, token, now));
  return found;
}

/** Uses the token up, and says whose it was; undefined where it does not work. Of two at once one gets it. */
export async function redeemToken(
  db: DbOrTx,
  purpose: Purpose,
  token: string,
  now: number,
): Promise<{ userId: string | null } | undefined> {
  const [found] = await db
    .delete(oneTimeTokens)
    .where(works(purpose, token, now))
    .returning({ userId: oneTimeTokens.userId });
  return found;
}

/** Ends all links by which the user's mailbox signs in to the account. */
export async function revokeMailedTokens(tx: Tx, userId: string): Promise<void> {
  const signsIn = inArray(oneTimeTokens.purpose, ['reset-password', 'sign-in']);
  await tx.delete(oneTimeTokens).where(and(signsIn, eq(oneTimeTokens.userId, userId)));
}

function works(purpose: Purpose, token: string, now: number) {
  return and(
    eq(oneTimeTokens.tokenHash, hashOfToken(token)),
    eq(oneTimeTokens.purpose, purpose),
    gt(oneTimeTokens.expiresAt, new Date(now)),
  );
}
