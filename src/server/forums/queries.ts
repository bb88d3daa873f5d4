import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { NEW_POSTS_MAX, type Post } from '#contract/forum-posts.ts';
import { SHOW_THREADS, type Thread, type ThreadCategory } from '#contract/forums.ts';
import { toHiddenReason, type Visibility } from '#contract/hidden-content.ts';
import { isUnblocked } from '../blocks/queries.ts';
import type { DbOrTx } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { forumPosts, forumThreads } from '../db/schema/forums.ts';
import { moderationCases } from '../db/schema/moderation.ts';
import { shows } from '../db/schema/shows.ts';
import { findViewBlocks, readText, toVisiblePost, type View } from './view.ts';

interface Page {
  limit: number;
  offset: number;
}

export function countThreads(
  db: DbOrTx,
  category: ThreadCategory | undefined,
  view: View,
): Promise<number> {
  return db.$count(forumThreads, and(isInCategory(category), isThreadOpenTo(view)));
}

export function countPosts(db: DbOrTx, threadId: string, view: View): Promise<number> {
  return db.$count(forumPosts, and(eq(forumPosts.threadId, threadId), isPostOpenTo(view)));
}

export async function findThreads(
  db: DbOrTx,
  { limit, offset, category }: Page & { category?: ThreadCategory | undefined },
  view: View,
): Promise<Thread[]> {
  const rows = await selectThreads(db, view)
    .where(and(isInCategory(category), isThreadOpenTo(view)))
    .orderBy(desc(forumThreads.isPinned), desc(forumThreads.lastActivityAt), desc(forumThreads.id))
    .limit(limit)
    .offset(offset);
  return rows.map((row) => toThread(row, view));
}

export function isInCategory(category: ThreadCategory | undefined) {
  return category ? eq(forumThreads.category, category) : isNull(forumThreads.showId);
}

export async function findThread(db: DbOrTx, id: string, view: View): Promise<Thread | undefined> {
  const [row] = await selectThreads(db, view).where(
    and(eq(forumThreads.id, id), isThreadOpenTo(view)),
  );
  return row ? toThread(row, view) : findEmptyShowThread(db, id);
}

/** A show's thread has no row before its first post. */
async function findEmptyShowThread(db: DbOrTx, id: string): Promise<Thread | undefined> {
  const { createdAt } = shows;
  const [row] = await db
    .select({ show: threadShow, createdAt })
    .from(shows)
    .where(eq(shows.id, id));
  if (!row) return undefined;
  return {
    ...{ id, category: SHOW_THREADS, isPinned: 0, isLocked: false, replyCount: 0, hidden: null },
    ...{ title: row.show.name, author: null, show: toThreadShow(row.show) },
    lastActivityAt: row.createdAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}

export async function findPosts(
  db: DbOrTx,
  threadId: string,
  { limit, offset }: Page,
  view: View,
): Promise<Post[]> {
  const rows = await selectPosts(db)
    .where(and(eq(forumPosts.threadId, threadId), isPostOpenTo(view)))
    .orderBy(asc(forumPosts.createdAt), asc(forumPosts.id))
    .limit(limit)
    .offset(offset);
  return rows.map((row) => toVisiblePost(row, view));
}

/** Returns the newest posts, oldest first, as everyone sees them. */
export async function findNewestPosts(db: DbOrTx, threadId: string): Promise<Post[]> {
  const rows = await selectPosts(db)
    .where(eq(forumPosts.threadId, threadId))
    .orderBy(desc(forumPosts.createdAt), desc(forumPosts.id))
    .limit(NEW_POSTS_MAX.rows);
  return rows.reverse().map((row) => toVisiblePost(row, 'everyone'));
}

/** Includes the text of hidden posts, for the author or an administrator. */
export async function findPost(db: DbOrTx, id: string): Promise<Post | undefined> {
  const [row] = await selectPosts(db).where(eq(forumPosts.id, id));
  return row && toVisiblePost(row, 'moderator');
}

const author = { id: users.id, username: users.username };

function isThreadOpenTo(view: View) {
  return isUnblocked(forumThreads.authorId, findViewBlocks(view));
}

function isPostOpenTo(view: View) {
  return isUnblocked(forumPosts.authorId, findViewBlocks(view));
}

const { name, venue, city, state, country, date, timeZone, status } = shows;
const threadShow = { id: shows.id, name, venue, city, state, country, date, timeZone, status };

function toThreadShow<Show extends { date: Date }>(show: Show) {
  return { ...show, date: show.date.toISOString() };
}

function selectThreads(db: DbOrTx, view: View) {
  const { id, title, category, isPinned, isLocked } = forumThreads;
  const { lastActivityAt, createdAt } = forumThreads;
  const replyCount = countReplies(view);
  return db
    .select({
      ...{ id, title, category, isPinned, isLocked, replyCount, lastActivityAt, createdAt },
      ...{ author, show: threadShow, visibility: moderationCases.visibility },
    })
    .from(forumThreads)
    .leftJoin(shows, eq(shows.id, forumThreads.showId))
    .leftJoin(users, eq(users.id, forumThreads.authorId))
    .leftJoin(moderationCases, eq(moderationCases.threadId, forumThreads.id))
    .$dynamic();
}

function countReplies(view: View) {
  const isOpen = isPostOpenTo(view);
  if (!isOpen) return forumThreads.replyCount;
  return sql<number>`(
    select count(*)::int - (case when ${forumThreads.showId} is null then 1 else 0 end)
    from forum_posts where forum_posts.thread_id = forum_threads.id and ${isOpen}
  )`;
}

function toThread(
  { visibility, ...row }: Awaited<ReturnType<typeof selectThreads>>[number],
  view: View,
): Thread {
  const { title, author, show, lastActivityAt, createdAt } = row;
  const hidden = toHiddenReason(visibility);
  return {
    ...row,
    title: readText(title ?? show?.name ?? '', hidden, author?.id ?? '', view),
    show: show && toThreadShow(show),
    hidden,
    lastActivityAt: lastActivityAt.toISOString(),
    createdAt: createdAt.toISOString(),
  };
}

function selectPosts(db: DbOrTx) {
  const { id, threadId, content, createdAt, updatedAt } = forumPosts;
  return db
    .select({
      ...{ id, threadId, content, createdAt, updatedAt },
      ...{ isOpening, author, visibility: postVisibility },
    })
    .from(forumPosts)
    .innerJoin(forumThreads, eq(forumThreads.id, forumPosts.threadId))
    .innerJoin(users, eq(users.id, forumPosts.authorId))
    .leftJoin(moderationCases, eq(moderationCases.postId, forumPosts.id))
    .leftJoin(threadCases, eq(threadCases.threadId, forumPosts.threadId))
    .$dynamic();
}

const isOpening = sql<boolean>`${forumThreads.showId} is null and not exists (
  select from ${forumPosts} earlier
  where earlier.thread_id = forum_posts.thread_id
    and (earlier.created_at, earlier.id) < (forum_posts.created_at, forum_posts.id)
)`;

const threadCases = alias(moderationCases, 'thread_cases');

/** A thread's case covers its first post. */
const postVisibility = sql<Visibility | null>`coalesce(
  ${moderationCases.visibility}, case when ${isOpening} then ${threadCases.visibility} end
)`;
