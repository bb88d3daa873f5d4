import { isDeepStrictEqual } from 'node:util';
import { asc, eq, sql } from 'drizzle-orm';
import type { BodyOf } from '#contract/endpoint.ts';
import * as contract from '#contract/forums.ts';
import { canModerate } from '#contract/roles.ts';
import { requireModerable } from '../accounts/moderators.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import { forumPosts, forumThreads } from '../db/schema/forums.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound } from '../http/route.ts';
import { createFreshSignInError, type Viewer } from '../http/viewer.ts';
import { rejectEarlyLinks } from './first-posts.ts';
import { checkPostingLimits } from './posting-limits.ts';

export async function createThread(
  { tx, changed }: ChangeScope,
  { title, category, content }: BodyOf<typeof contract.createThread>,
  author: Viewer,
  now: Date,
): Promise<string> {
  const authorId = author.userId;
  await checkPostingLimits(tx, authorId, now.getTime());
  await rejectEarlyLinks(tx, author, { texts: { title, content } });
  const [createdThread] = await tx
    .insert(forumThreads)
    .values({ title, category, authorId, createdAt: now, lastActivityAt: now })
    .returning({ threadId: forumThreads.id, version: changeVersion });
  if (!createdThread) throw new Error('The thread insert returned no row.');
  const { threadId, version } = createdThread;
  await tx
    .insert(forumPosts)
    .values({ threadId, authorId, content, createdAt: now, updatedAt: now });
  changed({ topic: 'thread', subjectId: threadId, version });
  return threadId;
}

export async function updateThread(
  { tx, record, changed }: ChangeScope,
  threadId: string,
  body: BodyOf<typeof contract.updateThread>,
  moderator: Viewer,
): Promise<void> {
  const { id, isPinned, isLocked, authorId } = await lockThread(tx, threadId);
  await requireModerable(tx, moderator, authorId);
  const before = { isPinned, isLocked };
  const after = { ...before, ...body };
  if (isDeepStrictEqual(before, after)) return;
  const [updatedThread] = await tx
    .update(forumThreads)
    .set(after)
    .where(eq(forumThreads.id, id))
    .returning({ version: changeVersion });
  await record({ action: 'thread.update', subjectId: id, before, after });
  changed({ topic: 'thread', subjectId: id, version: updatedThread?.version ?? 0 });
}

/** Throws 403 without permission or a fresh sign-in, and 409 if the thread can't be deleted. */
export async function deleteThread(
  { tx, record, changed }: ChangeScope,
  threadId: string,
  caller: Viewer,
): Promise<void> {
  const thread = await lockThread(tx, threadId);
  const { isAdmin, isModerator } = caller;
  const viewer = { id: caller.userId, isAdmin, isModerator };
  const author = thread.authorId === null ? null : { id: thread.authorId };
  if (!contract.canDeleteThread({ ...thread, author }, viewer))
    throw createDeletionError(thread, caller.userId);
  if (thread.replyCount > 0 && !caller.isFresh) throw createFreshSignInError();
  if (canModerate(caller)) {
    await requireModerable(tx, caller, thread.authorId);
    const [opening] = await tx
      .select()
      .from(forumPosts)
      .where(eq(forumPosts.threadId, threadId))
      .orderBy(asc(forumPosts.createdAt), asc(forumPosts.id))
      .limit(1);
    await record({
      action: 'thread.delete',
      subjectId: threadId,
      before: { thread, opening },
    });
  }
  const [deletedThread] = await tx
    .delete(forumThreads)
    .where(eq(forumThreads.id, threadId))
    .returning({ version: changeVersion });
  changed({ topic: 'thread', subjectId: thread.id, version: deletedThread?.version ?? 0 });
}

function createDeletionError(
  thread: Pick<ThreadRow, 'authorId' | 'isLocked'>,
  userId: string,
): ApiError {
  if (thread.authorId === null) return new ApiError(409, contract.SHOW_THREAD_STAYS);
  if (thread.authorId !== userId) return new ApiError(403, 'You can only delete your own threads');
  if (thread.isLocked) return new ApiError(409, contract.THREAD_LOCKED);
  return new ApiError(409, 'A thread with replies can only be deleted by a moderator');
}

export type ThreadRow = typeof forumThreads.$inferSelect;

/** Call it before changing a thread or its posts. Creates a show's thread. May throw 404. */
export async function lockThread(tx: Tx, id: string): Promise<ThreadRow> {
  const row = (await selectForUpdate(tx, id)) ?? (await createShowThread(tx, id));
  if (!row) throw notFound('Thread');
  return row;
}

async function selectForUpdate(tx: Tx, id: string): Promise<ThreadRow | undefined> {
  const [row] = await tx.select().from(forumThreads).where(eq(forumThreads.id, id)).for('update');
  return row;
}

/** Locks the show first, like every change. Returns undefined for an unknown show. */
async function createShowThread(tx: Tx, id: string): Promise<ThreadRow | undefined> {
  const { createdAt } = shows;
  const [show] = await tx
    .select({ createdAt })
    .from(shows)
    .where(eq(shows.id, id))
    .for('key share');
  if (!show) return undefined;
  await tx
    .insert(forumThreads)
    .values({
      ...{ id, showId: id, category: contract.SHOW_THREADS },
      ...{ createdAt: show.createdAt, lastActivityAt: show.createdAt },
    })
    .onConflictDoNothing();
  return selectForUpdate(tx, id);
}

/** Call it after changing a thread's posts. Returns the change's version. */
export async function updateThreadCounts(tx: Tx, id: string): Promise<number> {
  const [row] = await tx
    .update(forumThreads)
    .set({
      replyCount: sql`(
        select count(*)::int - (case when ${forumThreads.showId} is null then 1 else 0 end)
        from forum_posts where thread_id = ${id}
      )`,
      lastActivityAt: sql`coalesce(
        (select max(created_at) from forum_posts where thread_id = ${id}), ${forumThreads.createdAt}
      )`,
    })
    .where(eq(forumThreads.id, id))
    .returning({ version: changeVersion });
  return row?.version ?? 0;
}

/** In microseconds of the database's clock. Read under the lock, so versions never decrease. */
const changeVersion = sql<number>`floor(
  extract(epoch from clock_timestamp()) * 1000000
)::float8`;
