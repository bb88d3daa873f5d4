import { eq } from 'drizzle-orm';
import { rejectRole } from '../accounts/moderators.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import { users } from '../db/schema/accounts.ts';
import { forumPosts, forumThreads } from '../db/schema/forums.ts';
import type { Tx } from '../db/transaction.ts';
import { notFound } from '../http/route.ts';
import { endRightsOf } from '../scribes/rights.ts';
import {
  countAuthorPosts,
  selectThreadsForUpdate,
  updateAuthorThreadCounts,
} from './author-threads.ts';

/** Also bans the user and revokes scribe rights. Throws 404, or 409 for a user with a role. */
export async function removeAuthorPosts(
  scope: ChangeScope,
  userId: string,
  now: number,
): Promise<void> {
  const { tx, record, changed } = scope;
  // Locks threads before accounts, like a new post. The second query also finds new posts.
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
  await endRightsOf(scope, userId);
  await record({ action: 'user.end-posting', subjectId: userId, before: counts });
  changed(
    { topic: 'account', subjectId: userId, version: now },
    ...(await updateAuthorThreadCounts(tx, userId, threads, now)),
  );
}

async function requireMember(tx: Tx, userId: string): Promise<void> {
  const [user] = await tx
    .select({ isAdmin: users.isAdmin, isModerator: users.isModerator })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (!user) throw notFound('User');
  rejectRole('user', user);
}
