import { eq } from 'drizzle-orm';
import { recordChange } from '../../audit/record-change.ts';
import type { Db, Tx } from '../../db/open.ts';
import { users } from '../../db/schema/accounts.ts';
import { ApiError } from '../../http/api-error.ts';
import { emailColumns } from '../account.ts';
import { withdrawFirstAdminLinks } from './first-admin-link.ts';

/** The command line names accounts by email. */
type Account = { id: string } | { email: string };

/**
 * Makes the account an administrator. Returns its id to announce, or undefined if it already was
 * one. Throws 404 for an unknown account. `actorId` is null for the command line.
 */
export async function grantAdmin(
  db: Db,
  account: Account,
  actorId: string | null,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, isAdmin: users.isAdmin })
      .from(users)
      .where(matches(account))
      .for('update');
    if (!user) throw unknownAccount(account);
    if (user.isAdmin) return undefined;
    await setRole(tx, user.id, true, actorId);
    await withdrawFirstAdminLinks(tx);
    return user.id;
  });
}

/** Throws 409 for the last administrator, even if two are revoked at once. */
export async function revokeAdmin(
  db: Db,
  account: Account,
  actorId: string | null,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    // Locks all of them in id order, so that concurrent revocations run one after another.
    const administrators = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.isAdmin, true))
      .orderBy(users.id)
      .for('update');
    const [user] = await tx.select({ id: users.id }).from(users).where(matches(account));
    if (!user) throw unknownAccount(account);
    // The actor lost the role while waiting for the lock.
    if (actorId && !administrators.some(({ id }) => id === actorId))
      throw new ApiError(403, 'You are no longer an administrator');
    if (!administrators.some(({ id }) => id === user.id)) return undefined;
    if (administrators.length === 1)
      throw new ApiError(409, 'The last administrator cannot be revoked');
    await setRole(tx, user.id, false, actorId);
    return user.id;
  });
}

async function setRole(tx: Tx, id: string, isAdmin: boolean, actorId: string | null) {
  await tx.update(users).set({ isAdmin, updatedAt: new Date() }).where(eq(users.id, id));
  const action = isAdmin ? 'user.grant-admin' : 'user.revoke-admin';
  await recordChange(tx, { actorId, action, subjectId: id });
}

function matches(account: Account) {
  return 'id' in account
    ? eq(users.id, account.id)
    : eq(users.emailKey, emailColumns(account.email.trim()).emailKey);
}

function unknownAccount(account: Account): ApiError {
  return new ApiError(
    404,
    'id' in account ? 'User not found.' : `There is no account with the address ${account.email}`,
  );
}
