import { and, eq, max } from 'drizzle-orm';
import { describeSlowMode, SLOW_MODE_MS } from '#contract/forums.ts';
import { forumPosts } from '../db/schema/forums.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';

/** Throws 429 with the seconds left while the show is live. Lock the thread first. */
export async function checkSlowMode(
  tx: Tx,
  threadId: string,
  { userId }: { userId: string },
  now: number,
): Promise<void> {
  const [row] = await tx
    .select({ latest: max(forumPosts.updatedAt) })
    .from(shows)
    .innerJoin(forumPosts, and(eq(forumPosts.threadId, threadId), eq(forumPosts.authorId, userId)))
    .where(and(eq(shows.id, threadId), eq(shows.status, 'live')));
  if (!row?.latest) return;
  const wait = row.latest.getTime() + SLOW_MODE_MS - now;
  if (wait <= 0) return;
  const retryAfter = Math.ceil(wait / 1000);
  throw new ApiError(429, describeSlowMode(retryAfter), { retryAfter });
}
