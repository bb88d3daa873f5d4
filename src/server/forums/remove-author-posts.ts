import { and, eq, inArray, ne, or } from 'drizzle-orm';
import type { Change } from '#contract/freshness.ts';
import type { GoingWith } from '#contract/going-with.ts';
import { RECORDED, recordChange } from '../audit/record-change.ts';
import { forumPosts, forumThreads } from '../db/forum-schema.ts';
import type { DbOrTx, Tx } from '../db/open.ts';
import { users } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound } from '../http/route.ts';
import { settleThread } from './change-thread.ts';

/** What a user wrote in the forums, and the replies of others that go with it. */
export async function countPostsOf(db: DbOrTx, userId: string): Promise<GoingWith> {
  const isOwn = inArray(forumPosts.threadId, threadsOf(db, userId));
  const isTheirs = eq(forumPosts.authorId, userId);
  const elsewhere = db
    .select({ id: forumThreads.id })
    .from(forumThreads)
    .where(ne(forumThreads.authorId, userId));
  return {
    threads: await db.$count(forumThreads, eq(forumThreads.authorId, userId)),
    othersReplies: await db.$count(forumPosts, and(isOwn, ne(forumPosts.authorId, userId))),
    replies: await db.$count(forumPosts, and(inArray(forumPosts.threadId, elsewhere), isTheirs)),
  };
}

/**
 * Removes everything that a user wrote in the forums and ends their posting, with its record. Throws
 * 404 for an unknown user, 409 for an administrator.
 */
export async function removePostsOf(
  tx: Tx,
  userId: string,
  { actorId, now }: { actorId: string; now: number },
): Promise<Change[]> {
  // Threads before accounts, as whoever posts locks them. Once the account is locked nobody posts by
  // it, and what was posted meanwhile is found by the second look.
  await lockThreadsWith(tx, userId);
  await requireMember(tx, userId);
  const threads = await lockThreadsWith(tx, userId);
  const gone = await countPostsOf(tx, userId);
  await tx.delete(forumThreads).where(eq(forumThreads.authorId, userId));
  await tx.delete(forumPosts).where(eq(forumPosts.authorId, userId));
  await tx
    .update(users)
    .set({ postingEndedAt: new Date(now) })
    .where(eq(users.id, userId));
  const record = { actorId, action: 'user.end-posting', subjectId: userId } as const;
  await recordChange(tx, { ...record, before: gone });
  const changes: Change[] = [{ topic: 'account', subjectId: userId, version: now }, RECORDED];
  for (const { id, authorId } of threads) {
    const version = authorId === userId ? now * 1000 : await settleThread(tx, id);
    changes.push({ topic: 'thread', subjectId: id, version });
  }
  return changes;
}

async function requireMember(tx: Tx, userId: string): Promise<void> {
  const [user] = await tx
    .select({ isAdmin: users.isAdmin })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (!user) throw notFound('User');
  if (user.isAdmin)
    throw new ApiError(409, 'This user is an administrator. Take the role from them first.');
}

function threadsOf(db: DbOrTx, userId: string) {
  return db
    .select({ id: forumThreads.id })
    .from(forumThreads)
    .where(eq(forumThreads.authorId, userId));
}

/** The user's threads, and those that they have written in. */
function lockThreadsWith(tx: Tx, userId: string) {
  const written = tx
    .select({ id: forumPosts.threadId })
    .from(forumPosts)
    .where(eq(forumPosts.authorId, userId));
  return tx
    .select({ id: forumThreads.id, authorId: forumThreads.authorId })
    .from(forumThreads)
    .where(or(eq(forumThreads.authorId, userId), inArray(forumThreads.id, written)))
    .orderBy(forumThreads.id)
    .for('update');
}
