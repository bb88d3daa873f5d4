import { eq } from 'drizzle-orm';
import { canDeletePost, type Post } from '#contract/forum-posts.ts';
import { canWriteIn, THREAD_LOCKED } from '#contract/forums.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import { forumPosts } from '../db/schema/forums.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound } from '../http/route.ts';
import type { Viewer } from '../http/viewer.ts';
import { lockThread, type ThreadRow, updateThreadCounts } from './change-thread.ts';
import { refusePosting, requireMayPost } from './posting-limits.ts';
import { findPost } from './queries.ts';

/** Throws 404 for an unknown thread, 409 for a locked one, and the errors of `refusePosting`. */
export async function createPost(
  scope: ChangeScope,
  { threadId, content, by, now }: { threadId: string; content: string; by: Viewer; now: number },
): Promise<Post> {
  const { tx } = scope;
  const thread = await lockThread(tx, threadId);
  refuseIfLocked(thread, by);
  await refusePosting(tx, by.userId, now);
  // Posts are ordered by creation time, so no two posts of a thread may share one.
  const createdAt = new Date(Math.max(now, thread.lastActivityAt.getTime() + 1));
  const [created] = await tx
    .insert(forumPosts)
    .values({ threadId, authorId: by.userId, content, createdAt, updatedAt: createdAt })
    .returning({ id: forumPosts.id });
  if (!created) throw new Error('The new post was not returned');
  return savedPost(scope, thread.id, created.id);
}

/** Throws 404 for an unknown post, 403 for someone else's, 409 in a locked thread. */
export async function updatePost(
  scope: ChangeScope,
  { id, content, by, now }: { id: string; content: string | undefined; by: Viewer; now: number },
): Promise<Post> {
  const { tx } = scope;
  const { post, thread } = await lockPost(tx, id);
  if (post.author.id !== by.userId) throw new ApiError(403, 'You can only edit your own posts');
  refuseIfLocked(thread, by);
  await requireMayPost(tx, by.userId);
  if (content === undefined || content === post.content) return post;
  const updatedAt = new Date(Math.max(now, Date.parse(post.createdAt) + 1));
  await tx.update(forumPosts).set({ content, updatedAt }).where(eq(forumPosts.id, id));
  return savedPost(scope, thread.id, id);
}

/** Throws as `updatePost`, and 409 for a thread's opening post. */
export async function deletePost(
  { tx, record, changed }: ChangeScope,
  id: string,
  by: Viewer,
): Promise<void> {
  const { post, thread } = await lockPost(tx, id);
  if (post.author.id !== by.userId && !by.isAdmin)
    throw new ApiError(403, 'You can only delete your own posts');
  refuseIfLocked(thread, by);
  if (!canDeletePost(post, { id: by.userId, isAdmin: by.isAdmin }))
    throw new ApiError(409, 'The first post can only be deleted with its whole thread');
  if (by.isAdmin) await record({ action: 'post.delete', subjectId: id, before: post });
  await tx.delete(forumPosts).where(eq(forumPosts.id, id));
  const version = await updateThreadCounts(tx, thread.id);
  changed({ topic: 'thread', subjectId: thread.id, version });
}

async function lockPost(tx: Tx, id: string): Promise<{ post: Post; thread: ThreadRow }> {
  const [row] = await tx
    .select({ threadId: forumPosts.threadId })
    .from(forumPosts)
    .where(eq(forumPosts.id, id));
  if (!row) throw notFound('Post');
  const thread = await lockThread(tx, row.threadId);
  // Read after the lock: the post may have been deleted while this waited.
  const post = await findPost(tx, id);
  if (!post) throw notFound('Post');
  return { post, thread };
}

function refuseIfLocked(thread: ThreadRow, by: Viewer): void {
  if (!canWriteIn(thread, by)) throw new ApiError(409, THREAD_LOCKED);
}

async function savedPost(
  { tx, changed }: ChangeScope,
  threadId: string,
  postId: string,
): Promise<Post> {
  const version = await updateThreadCounts(tx, threadId);
  changed({ topic: 'thread', subjectId: threadId, version });
  const post = await findPost(tx, postId);
  if (!post) throw new Error('The saved post was not found');
  return post;
}
