import { eq } from 'drizzle-orm';
import type { Roles } from '#contract/roles.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import { users } from '../db/schema/accounts.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound } from '../http/route.ts';
import type { Viewer } from '../http/viewer.ts';
import { removeBlocks } from './administrators/administrators.ts';

/** Returns the ID if anything changed. Throws 404, or 409 to make an administrator a moderator. */
export async function setModeratorRole(
  scope: ChangeScope,
  id: string,
  isModerator: boolean,
): Promise<string | undefined> {
  const { tx, record, changed } = scope;
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  if (!user) throw notFound('User');
  if (isModerator && user.isAdmin)
    throw new ApiError(409, 'This user is an administrator, who can do everything moderators can');
  if (user.isModerator === isModerator) return undefined;
  const updatedAt = new Date();
  await tx.update(users).set({ isModerator, updatedAt }).where(eq(users.id, id));
  await record({
    action: isModerator ? 'user.grant-moderator' : 'user.revoke-moderator',
    subjectId: id,
  });
  if (isModerator) await removeBlocks(scope, id);
  const subject = { subjectId: id, version: updatedAt.getTime() };
  changed({ topic: 'account', ...subject }, { topic: 'access', ...subject });
  return id;
}

/** Throws 403 if a moderator acts on an administrator. */
export async function requireModerable(
  tx: Tx,
  { userId, isAdmin }: Pick<Viewer, 'userId' | 'isAdmin'>,
  fanId: string | null,
): Promise<void> {
  if (isAdmin || fanId === null || fanId === userId) return;
  const [fan] = await tx.select({ isAdmin: users.isAdmin }).from(users).where(eq(users.id, fanId));
  if (fan?.isAdmin) throw new ApiError(403, 'Only administrators can act on an administrator');
}

/** Throws 403 if a moderator handles their own case. */
export function rejectOwnCase(
  { userId, isAdmin }: Pick<Viewer, 'userId' | 'isAdmin'>,
  fanId: string,
): void {
  if (!isAdmin && fanId === userId)
    throw new ApiError(403, 'Only another moderator or an administrator can handle your case');
}

/** Throws 409 for someone whose role has to be removed first. */
export function rejectRole(noun: 'user' | 'fan', { isAdmin, isModerator }: Roles): void {
  const role = isAdmin ? 'an administrator' : isModerator && 'a moderator';
  if (role) throw new ApiError(409, `This ${noun} is ${role}. Remove the role first.`);
}
