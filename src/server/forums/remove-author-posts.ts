import { eq } from 'drizzle-orm';
import type { ChangeScope } from '../changes/run-change.ts';
import { users } from '../db/schema/accounts.ts';
import { forumPosts, forumThreads } from '../db/schema/forums.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound } from '../http/route.ts';
import {
  countAuthorPosts,
  selectThreadsForUpdate,
  updateAuthorThreadCounts,
} from './author-threads.ts';

/** Also bans the user from posting. Throws 404 for an unknown user, 409 for an administrator. */
export async function removeAuthorPosts(
  { tx, record, changed }: ChangeScope,
  userId: string,
  now: number,
): Promise<void> {
  // Locks threads before accounts, as a new post does. The account lock blocks new posts, so the
  // second query also finds those added since the first.
  await selectThreadsForUpdate(tx, userId);
  await requireMember(tx, userId);
  const threads = await selectThreadsForUpdate(tx, userId);
  const counts = await countAuthorPosts(tx, userId);
  await tx.delete(forumThreads).where(eq(forumThreads.authorId, userId));
  await tx.delete(forumPosts).where(eq(forumPosts.authorId, userId));
  await tx
    .update(users)
    .set({ postingEndedAt: new Date(now) })
    .where(eq(users.id, userId));
  await record({ action: 'user.end-posting', subjectId: userId, before: counts });
  changed(
    { topic: 'account', subjectId: userId, version: now },
    ...(await updateAuthorThreadCounts(tx, userId, threads, now)),
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
