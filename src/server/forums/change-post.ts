import { eq } from 'drizzle-orm';
import { canDeletePost, type Post } from '#contract/forum-posts.ts';
import { canWriteIn, THREAD_LOCKED } from '#contract/forums.ts';
import { canModerate } from '#contract/roles.ts';
import { requireModerable } from '../accounts/moderators.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import { forumPosts, forumThreads } from '../db/schema/forums.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound } from '../http/route.ts';
import type { Viewer } from '../http/viewer.ts';
import { lockThread, type ThreadRow, updateThreadCounts } from './change-thread.ts';
import { findPost, findThread } from './queries.ts';
import { checkSlowMode } from './slow-mode.ts';
import { findView } from './view.ts';
import { type Author, prepareEdit, prepareNewPost, requireAuthor } from './write-post.ts';

/** Throws 404 (also for a block), 409 if locked, 429 in slow mode, or like `checkPostingLimits`. */
export async function createPost(
  scope: ChangeScope,
  { threadId, ...draft }: { threadId: string; content: string; viewer: Author; now: number },
): Promise<Post> {
  const { tx } = scope;
  const { viewer, now } = draft;
  const thread = await lockThread(tx, threadId);
  await requireVisible(tx, thread, viewer);
  requireUnlocked(thread, viewer);
  if (thread.showId) await checkSlowMode(tx, thread.id, viewer, now);
  const post = await prepareNewPost(tx, draft, thread.lastActivityAt.getTime());
  const [createdPost] = await tx
    .insert(forumPosts)
    .values({ threadId, ...post })
    .returning({ id: forumPosts.id });
  if (!createdPost) throw new Error('The post insert returned no row.');
  return reloadPost(scope, thread.id, createdPost.id, 'newPost');
}

/** Throws 404, 403 for someone else's post, 409 in a locked thread, and 429 in slow mode. */
export async function updatePost(
  scope: ChangeScope,
  { id, ...edit }: { id: string; content: string | undefined; viewer: Viewer; now: number },
): Promise<Post> {
  const { tx } = scope;
  const { viewer, now } = edit;
  const { post, thread } = await lockPost(tx, id);
  requireAuthor(post, viewer);
  requireUnlocked(thread, viewer);
  const columns = await prepareEdit(tx, post, edit);
  if (!columns) return post;
  if (thread.showId) await checkSlowMode(tx, thread.id, viewer, now);
  await tx.update(forumPosts).set(columns).where(eq(forumPosts.id, id));
  return reloadPost(scope, thread.id, id, 'thread');
}

/** Throws 404, 403 for someone else's post, and 409 in a locked thread or for the opening post. */
export async function deletePost(
  { tx, record, changed }: ChangeScope,
  id: string,
  viewer: Viewer,
): Promise<void> {
  const { post, thread } = await lockPost(tx, id);
  if (post.author.id !== viewer.userId && !canModerate(viewer))
    throw new ApiError(403, 'You can only delete your own posts');
  requireUnlocked(thread, viewer);
  if (!canDeletePost(post, { ...viewer, id: viewer.userId }))
    throw new ApiError(409, 'The first post can only be deleted with its whole thread');
  if (canModerate(viewer)) {
    await requireModerable(tx, viewer, post.author.id);
    await record({ action: 'post.delete', subjectId: id, before: post });
  }
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
  // Reads the post after the lock, because it may have been deleted while this transaction waited.
  const post = await findPost(tx, id);
  if (!post) throw notFound('Post');
  return { post, thread };
}

/** Throws 404 for a thread that a block hides. */
async function requireVisible(tx: Tx, { id }: ThreadRow, viewer: Author): Promise<void> {
  if (!(await findThread(tx, id, await findView(tx, viewer, eq(forumThreads.id, id)))))
    throw notFound('Thread');
}

function requireUnlocked(thread: ThreadRow, viewer: Author): void {
  if (!canWriteIn(thread, viewer)) throw new ApiError(409, THREAD_LOCKED);
}

async function reloadPost(
  { tx, changed }: ChangeScope,
  threadId: string,
  postId: string,
  topic: 'thread' | 'newPost',
): Promise<Post> {
  const version = await updateThreadCounts(tx, threadId);
  changed({ topic, subjectId: threadId, version });
  const post = await findPost(tx, postId);
  if (!post) throw new Error('The saved post was not found');
  return post;
}
