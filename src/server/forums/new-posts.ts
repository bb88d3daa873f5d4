import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { NEW_POSTS_MAX, type NewPosts } from '#contract/forum-posts.ts';
import { findFansInBlockWith } from '../blocks/queries.ts';
import type { Db } from '../db/open.ts';
import { forumPosts, forumThreads } from '../db/schema/forums.ts';
import { countPosts, findNewestPosts } from './queries.ts';

/** An evicted thread's next event contains only its latest post. */
const MAX_THREADS = 1_000;

/**
 * Finds the posts since a thread's last event, and the fans who must not get them because of a
 * block. Returns undefined for fans' threads, which have few watchers, and for too much text.
 */
export function createNewPostsFinder(db: Db) {
  const sentTotals = new LRUCache<string, number>({ max: MAX_THREADS });

  return async (
    threadId: string,
  ): Promise<{ newPosts: NewPosts; withheldFrom: ReadonlySet<string> } | undefined> => {
    if ((await db.$count(forumThreads, eq(forumThreads.showId, threadId))) === 0) return undefined;
    const { total, newestPosts, withheldFrom } = await readThread(db, threadId);
    const newCount = total - (sentTotals.get(threadId) ?? total);
    sentTotals.set(threadId, total);
    const posts = newestPosts.slice(-Math.max(1, newCount));
    const characters = posts.reduce((sum, { content }) => sum + content.length, 0);
    if (posts.length === 0 || characters > NEW_POSTS_MAX.characters) return undefined;
    return { newPosts: { total, posts }, withheldFrom };
  };
}

/** Pages number the posts from the total, so all reads must use the same snapshot. */
function readThread(db: Db, threadId: string) {
  return db.transaction(
    async (tx) => {
      const authors = tx
        .select({ id: forumPosts.authorId })
        .from(forumPosts)
        .where(eq(forumPosts.threadId, threadId));
      return {
        newestPosts: await findNewestPosts(tx, threadId),
        total: await countPosts(tx, threadId, 'everyone'),
        // The total counts all posts, so a block with any author matters.
        withheldFrom: await findFansInBlockWith(tx, authors),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
