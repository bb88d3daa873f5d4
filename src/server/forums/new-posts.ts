import { NEW_POSTS_MAX, type NewPosts } from '#contract/forum-posts.ts';
import type { Db } from '../db/open.ts';
import { countPosts, findNewestPosts } from './queries.ts';

/** Finds what the event about a thread's new posts carries. Undefined if it would be too large. */
export async function findNewPosts(
  db: Db,
  threadId: string,
): Promise<{ newPosts: NewPosts } | undefined> {
  // A post between the two reads makes the total larger, and pages request the missing one.
  const posts = await findNewestPosts(db, threadId);
  const total = await countPosts(db, threadId);
  const characters = posts.reduce((sum, { content }) => sum + content.length, 0);
  return characters > NEW_POSTS_MAX.characters ? undefined : { newPosts: { total, posts } };
}
