import { and, eq, inArray, ne, notInArray, or } from 'drizzle-orm';
import type { Change } from '#contract/freshness.ts';
import type { DbOrTx } from '../db/open.ts';
import { forumPosts, forumThreads } from '../db/schema/forums.ts';
import type { Tx } from '../db/transaction.ts';
import { updateThreadCounts } from './change-thread.ts';

type AuthoredThread = Pick<typeof forumThreads.$inferSelect, 'id' | 'authorId'>;

/** Returns the threads a user started or posted in, locked `for update`. */
export function selectThreadsForUpdate(tx: Tx, userId: string): Promise<AuthoredThread[]> {
  const postedThreadIds = tx
    .select({ id: forumPosts.threadId })
    .from(forumPosts)
    .where(eq(forumPosts.authorId, userId));
  return tx
    .select({ id: forumThreads.id, authorId: forumThreads.authorId })
    .from(forumThreads)
    .where(or(eq(forumThreads.authorId, userId), inArray(forumThreads.id, postedThreadIds)))
    .orderBy(forumThreads.id)
    .for('update');
}

export async function countAuthorPosts(db: DbOrTx, userId: string) {
  const ownThreadIds = db
    .select({ id: forumThreads.id })
    .from(forumThreads)
    .where(eq(forumThreads.authorId, userId));
  const { authorId, threadId } = forumPosts;
  const othersReplies = and(inArray(threadId, ownThreadIds), ne(authorId, userId));
  const replies = and(notInArray(threadId, ownThreadIds), eq(authorId, userId));
  return {
    threads: await db.$count(forumThreads, eq(forumThreads.authorId, userId)),
    othersReplies: await db.$count(forumPosts, othersReplies),
    replies: await db.$count(forumPosts, replies),
  };
}

export async function updateAuthorThreadCounts(
  tx: Tx,
  userId: string,
  threads: readonly AuthoredThread[],
  now: number,
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const { id, authorId } of threads) {
    // A deleted thread has no row that returns a version. Versions are in microseconds.
    const version = authorId === userId ? now * 1000 : await updateThreadCounts(tx, id);
    changes.push({ topic: 'thread', subjectId: id, version });
  }
  return changes;
}
