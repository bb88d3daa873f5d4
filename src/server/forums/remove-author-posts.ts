import { eq } from 'drizzle-orm';
import type { ChangeScope } from '../changes/run-change.ts';
import { users } from '../db/schema/accounts.ts';
import { forumPosts, forumThreads } from '../db/schema/forums.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound } from '../http/route.ts';
import { countPostsOf, selectThreadsForUpdate, updateThreadCountsOf } from './author-threads.ts';

/** Also bans the user from posting. Throws 404 for an unknown user, 409 for an administrator. */
export async function removePostsOf(
  { tx, record, changed }: ChangeScope,
  userId: string,
  now: number,
): Promise<void> {
  // Threads before accounts, as in a new post. Once the account is locked, no post can be added, so
  // the second read finds those added in between.
  await selectThreadsForUpdate(tx, userId);
  await requireMember(tx, userId);
  const threads = await selectThreadsForUpdate(tx, userId);
  const removed = await countPostsOf(tx, userId);
  await tx.delete(forumThreads).where(eq(forumThreads.authorId, userId));
  await tx.delete(forumPosts).where(eq(forumPosts.authorId, userId));
  await tx
    .update(users)
    .set({ postingEndedAt: new Date(now) })
    .where(eq(users.id, userId));
  await record({ action: 'user.end-posting', subjectId: userId, before: removed });
  changed(
    { topic: 'account', subjectId: userId, version: now },
    ...(await updateThreadCountsOf(tx, userId, threads, now)),
  );
}

async function requireMember(tx: Tx, userId: string): Promise<void> {
  const [user] = await tx
    .select({ isAdmin: users.isAdmin })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (!user) throw notFound('User');
  if (user.isAdmin)
    throw new ApiError(409, 'This user is an administrator. Remove the role first.');
}
