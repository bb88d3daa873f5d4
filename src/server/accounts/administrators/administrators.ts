import { eq, or } from 'drizzle-orm';
import { nextChangeVersion } from '../../changes/bus.ts';
import { type ChangeScope, runChange } from '../../changes/run-change.ts';
import type { Db } from '../../db/open.ts';
import { users } from '../../db/schema/accounts.ts';
import { blocks } from '../../db/schema/blocks.ts';
import type { Tx } from '../../db/transaction.ts';
import { ApiError } from '../../http/api-error.ts';
import { buildEmailColumns } from '../account.ts';
import { revokeFirstAdminLinks } from './first-admin-link.ts';

type Account = { id: string } | { email: string };

export async function grantAdmin(
  db: Db,
  account: Account,
  actorId: string | null,
): Promise<string | undefined> {
  return (await runChange(db, actorId, (scope) => setAdminRole(scope, account, true))).result;
}

export async function revokeAdmin(
  db: Db,
  account: Account,
  actorId: string | null,
): Promise<string | undefined> {
  return (await runChange(db, actorId, (scope) => setAdminRole(scope, account, false))).result;
}

/** Returns the ID if anything changed. Throws 404, or 409 for the last administrator. */
export async function setAdminRole(
  scope: ChangeScope,
  account: Account,
  isAdmin: boolean,
): Promise<string | undefined> {
  const id = await (isAdmin ? lockNonAdmin(scope, account) : lockAdmin(scope, account));
  if (id === undefined) return undefined;
  const { tx, record, changed } = scope;
  const updatedAt = new Date();
  await tx.update(users).set({ isAdmin, isModerator: false, updatedAt }).where(eq(users.id, id));
  await record({ action: isAdmin ? 'user.grant-admin' : 'user.revoke-admin', subjectId: id });
  if (isAdmin) {
    await revokeFirstAdminLinks(tx);
    await removeBlocks(scope, id);
  }
  const subject = { subjectId: id, version: updatedAt.getTime() };
  changed({ topic: 'account', ...subject }, { topic: 'access', ...subject });
  return id;
}

/** Administrators and moderators neither block nor are blocked. */
export async function removeBlocks({ tx, changed }: ChangeScope, userId: string): Promise<void> {
  const removedBlocks = await tx
    .delete(blocks)
    .where(or(eq(blocks.userId, userId), eq(blocks.blockedId, userId)))
    .returning({ userId: blocks.userId, blockedId: blocks.blockedId });
  const fanIds = new Set(removedBlocks.flatMap((block) => [block.userId, block.blockedId]));
  const version = nextChangeVersion();
  for (const subjectId of fanIds) changed({ topic: 'block', subjectId, version });
}

async function lockNonAdmin({ tx }: ChangeScope, account: Account): Promise<string | undefined> {
  const [user] = await tx
    .select({ id: users.id, isAdmin: users.isAdmin })
    .from(users)
    .where(matchesAccount(account))
    .for('update');
  if (!user) throw createNotFoundError(account);
  return user.isAdmin ? undefined : user.id;
}

/** Locks all administrators, so that two can't give up the role at the same time. */
export function lockAdministrators(tx: Tx): Promise<{ id: string }[]> {
  return tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.isAdmin, true))
    .orderBy(users.id)
    .for('update');
}

async function lockAdmin(
  { tx, actorId }: ChangeScope,
  account: Account,
): Promise<string | undefined> {
  const administrators = await lockAdministrators(tx);
  const [user] = await tx.select({ id: users.id }).from(users).where(matchesAccount(account));
  if (!user) throw createNotFoundError(account);
  // The actor lost the role while waiting for the lock.
  if (actorId && !administrators.some(({ id }) => id === actorId))
    throw new ApiError(403, 'You are no longer an administrator');
  if (!administrators.some(({ id }) => id === user.id)) return undefined;
  if (administrators.length === 1)
    throw new ApiError(409, 'The last administrator cannot be revoked');
  return user.id;
}

function matchesAccount(account: Account) {
  return 'id' in account
    ? eq(users.id, account.id)
    : eq(users.emailKey, buildEmailColumns(account.email.trim()).emailKey);
}

function createNotFoundError(account: Account): ApiError {
  return new ApiError(
    404,
    'id' in account ? 'User not found.' : `No account has the email ${account.email}`,
  );
}
