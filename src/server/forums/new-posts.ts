import { NEW_POSTS_MAX, type NewPosts } from '#contract/forum-posts.ts';
import { findFansInBlockWith } from '../blocks/queries.ts';
import type { Db } from '../db/open.ts';
import { countPosts, findNewestPosts } from './queries.ts';

/**
 * Finds what the event about a thread's new posts carries, and the fans who must not get it because
 * of a block. Undefined if it would be too large.
 */
export async function findNewPosts(
  db: Db,
  threadId: string,
): Promise<{ newPosts: NewPosts; withheldFrom: ReadonlySet<string> } | undefined> {
  // A post between the two reads makes the total larger, and pages request the missing one.
  const posts = await findNewestPosts(db, threadId);
  const total = await countPosts(db, threadId, 'everyone');
  const characters = posts.reduce((sum, { content }) => sum + content.length, 0);
  if (characters > NEW_POSTS_MAX.characters) return undefined;
  const authorIds = posts.map(({ author }) => author.id);
  return { newPosts: { total, posts }, withheldFrom: await findFansInBlockWith(db, authorIds) };
}
