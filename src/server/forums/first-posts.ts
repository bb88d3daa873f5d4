import { asc, eq } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { hasLink, NO_LINKS_YET, POSTS_WITHOUT_LINKS } from '#contract/post-links.ts';
import { canModerate } from '#contract/roles.ts';
import { forumPosts } from '../db/schema/forums.ts';
import { leaguePosts } from '../db/schema/leagues.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import type { Viewer } from '../http/viewer.ts';

/** Throws 400 for a link in the first posts, including league posts. Lock the account first. */
export async function rejectEarlyLinks(
  tx: Tx,
  author: Pick<Viewer, 'userId' | 'isAdmin' | 'isModerator'>,
  { texts, postId }: { texts: Readonly<Record<string, string>>; postId?: string },
): Promise<void> {
  const issues = Object.entries(texts)
    .filter(([, text]) => hasLink(text))
    .map(([path]) => ({ path, message: NO_LINKS_YET }));
  if (canModerate(author) || issues.length === 0) return;
  const firstPosts = await findFirstPosts(tx, author.userId);
  const isEarly = postId
    ? firstPosts.some(({ id }) => id === postId)
    : firstPosts.length < POSTS_WITHOUT_LINKS;
  if (isEarly) throw new ApiError(400, NO_LINKS_YET, { issues });
}

function findFirstPosts(tx: Tx, authorId: string): Promise<{ id: string }[]> {
  const posts = unionAll(
    tx
      .select({ id: forumPosts.id, createdAt: forumPosts.createdAt })
      .from(forumPosts)
      .where(eq(forumPosts.authorId, authorId)),
    tx
      .select({ id: leaguePosts.id, createdAt: leaguePosts.createdAt })
      .from(leaguePosts)
      .where(eq(leaguePosts.authorId, authorId)),
  ).as('posts');
  return tx
    .select({ id: posts.id })
    .from(posts)
    .orderBy(asc(posts.createdAt), asc(posts.id))
    .limit(POSTS_WITHOUT_LINKS);
}
