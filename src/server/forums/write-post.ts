import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import type { Viewer } from '../http/viewer.ts';
import { rejectEarlyLinks } from './first-posts.ts';
import { checkPostingLimits, requirePostingPermission } from './posting-limits.ts';

export type Author = Pick<Viewer, 'userId' | 'isAdmin' | 'isModerator'>;

/** Returns the columns of a new post. Throws as `checkPostingLimits` and as `rejectEarlyLinks`. */
export async function prepareNewPost(
  tx: Tx,
  { content, viewer, now }: { content: string; viewer: Author; now: number },
  latestPostAt: number,
) {
  await checkPostingLimits(tx, viewer.userId, now);
  await rejectEarlyLinks(tx, viewer, { texts: { content } });
  // Posts are ordered by creation time, so no two posts in a thread or a league may share one.
  const createdAt = new Date(Math.max(now, latestPostAt + 1));
  return { authorId: viewer.userId, content, createdAt, updatedAt: createdAt };
}

/** Returns the columns to update, or undefined if the content stays the same. */
export async function prepareEdit(
  tx: Tx,
  post: { id: string; content: string; createdAt: string },
  { content, viewer, now }: { content: string | undefined; viewer: Author; now: number },
) {
  await requirePostingPermission(tx, viewer.userId, now);
  if (content === undefined || content === post.content) return undefined;
  await rejectEarlyLinks(tx, viewer, { texts: { content }, postId: post.id });
  return { content, updatedAt: new Date(Math.max(now, Date.parse(post.createdAt) + 1)) };
}

/** Throws 403 for someone else's post. */
export function requireAuthor(post: { author: { id: string } }, viewer: Author): void {
  if (post.author.id !== viewer.userId) throw new ApiError(403, 'You can only edit your own posts');
}
