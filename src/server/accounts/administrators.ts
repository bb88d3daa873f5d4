import { eq } from 'drizzle-orm';
import { recordChange } from '../audit/record-change.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { emailColumns } from './account.ts';

/**
 * Makes the account an administrator. Answers its id, for `accounts` of the bus, or undefined
 * where it was one. Throws 404 when nobody has the address. `actorId` is null for the command line.
 */
export async function grantAdmin(
  db: Db,
  email: string,
  actorId: string | null,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, isAdmin: users.isAdmin })
      .from(users)
      .where(hasEmail(email))
      .for('update');
    if (!user) throw unknownAccount(email);
    if (user.isAdmin) return undefined;
    await tx
      .update(users)
      .set({ isAdmin: true, updatedAt: new Date() })
      .where(eq(users.id, user.id));
    await recordChange(tx, { actorId, action: 'user.grant-admin', subjectId: user.id });
    return user.id;
  });
}

/** The opposite of `grantAdmin`. Throws 409 for the last administrator, also when two go at once. */
export async function revokeAdmin(
  db: Db,
  email: string,
  actorId: string | null,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    // All of them locked, in one order: of two revocations at once the second counts after the first.
    const administrators = await tx
      .select({ id: users.id, emailKey: users.emailKey })
      .from(users)
      .where(eq(users.isAdmin, true))
      .orderBy(users.id)
      .for('update');
    const { emailKey } = emailColumns(email.trim());
    const user = administrators.find((one) => one.emailKey === emailKey);
    if (!user) {
      const [other] = await tx.select({ id: users.id }).from(users).where(hasEmail(email));
      if (!other) throw unknownAccount(email);
      return undefined;
    }
    if (administrators.length === 1)
      throw new ApiError(409, 'The last administrator cannot be revoked');
    await tx
      .update(users)
      .set({ isAdmin: false, updatedAt: new Date() })
      .where(eq(users.id, user.id));
    await recordChange(tx, { actorId, action: 'user.revoke-admin', subjectId: user.id });
    return user.id;
  });
}

function hasEmail(email: string) {
  return eq(users.emailKey, emailColumns(email.trim()).emailKey);
}

function unknownAccount(email: string): ApiError {
  return new ApiError(404, `There is no account with the address ${email}`);
}
