import { eq, gte, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { MINUTE } from '#contract/durations.ts';
import { POSTING_ENDED } from '#contract/forum-posts.ts';
import {
  NEWCOMER_MS,
  NEWCOMER_POSTS,
  TOO_MANY_POSTS_PER_DAY,
  TOO_MANY_POSTS_PER_MINUTE,
} from '#contract/forums.ts';
import { rejectMuted } from '../accounts/mutes.ts';
import { users } from '../db/schema/accounts.ts';
import { forumPosts } from '../db/schema/forums.ts';
import { leaguePosts } from '../db/schema/leagues.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import type { CreateLimit, Limit } from '../http/limit.ts';

/** Stops a runaway client. */
const MAX_POSTS_PER_MINUTE = 1_000;

/** Counts posts, new threads and edits by user ID. */
export function createPostLimit(createLimit: CreateLimit, name: string): Limit {
  const message = 'You are posting too often.';
  return createLimit({ name, max: MAX_POSTS_PER_MINUTE, windowMs: MINUTE, message });
}

/**
 * Throws like `requirePostingPermission`, and 429 for a new account at its limit, which includes
 * league posts. Locks the account, so that concurrent posts are counted one by one. Lock the thread
 * first.
 */
export async function checkPostingLimits(tx: Tx, authorId: string, now: number): Promise<void> {
  const createdAt = await requirePostingPermission(tx, authorId, now);
  const limitEndsAt = createdAt.getTime() + NEWCOMER_MS;
  if (now >= limitEndsAt) return;
  const instants = { createdAt: forumPosts.createdAt };
  const posts = unionAll(
    tx.select(instants).from(forumPosts).where(eq(forumPosts.authorId, authorId)),
    tx
      .select({ createdAt: leaguePosts.createdAt })
      .from(leaguePosts)
      .where(eq(leaguePosts.authorId, authorId)),
  ).as('posts');
  const lastMinute = sql`${posts.createdAt} > ${new Date(now - MINUTE)}`;
  const [postCounts] = await tx
    .select({
      today: sql<number>`count(*)::int`,
      inLastMinute: sql<number>`(count(*) filter (where ${lastMinute}))::int`,
    })
    .from(posts)
    .where(gte(posts.createdAt, createdAt));
  if (!postCounts) return;
  if (postCounts.today >= NEWCOMER_POSTS.perDay)
    throw new ApiError(429, TOO_MANY_POSTS_PER_DAY, {
      retryAfter: Math.ceil((limitEndsAt - now) / 1000),
    });
  if (postCounts.inLastMinute >= NEWCOMER_POSTS.perMinute)
    throw new ApiError(429, TOO_MANY_POSTS_PER_MINUTE, { retryAfter: MINUTE / 1000 });
}

/** Throws 403 for a banned or muted author. Returns when the account was created. */
export async function requirePostingPermission(
  tx: Tx,
  authorId: string,
  now: number,
): Promise<Date> {
  const { createdAt, postingEndedAt, mutedUntil } = users;
  const [author] = await tx
    .select({ createdAt, postingEndedAt, mutedUntil })
    .from(users)
    .where(eq(users.id, authorId))
    .for('no key update');
  if (!author) throw new ApiError(401, 'Please sign in');
  if (author.postingEndedAt) throw new ApiError(403, POSTING_ENDED);
  rejectMuted(author, now);
  return author.createdAt;
}
