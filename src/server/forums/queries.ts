import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Post } from '#contract/forum-posts.ts';
import type { ForumCategory, Thread } from '#contract/forums.ts';
import { toHidden, type Visibility } from '#contract/hidden-content.ts';
import { isUnblocked } from '../blocks/queries.ts';
import type { DbOrTx } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { forumPosts, forumThreads } from '../db/schema/forums.ts';
import { moderationCases } from '../db/schema/moderation.ts';
import { findViewBlocks, readText, type View } from './view.ts';

interface Page {
  limit: number;
  offset: number;
}

export function countThreads(
  db: DbOrTx,
  category: ForumCategory | undefined,
  view: View,
): Promise<number> {
  return db.$count(forumThreads, and(isInCategory(category), isThreadOpenTo(view)));
}

export async function findThreads(
  db: DbOrTx,
  { limit, offset, category }: Page & { category?: ForumCategory | undefined },
  view: View,
): Promise<Thread[]> {
  const rows = await selectThreads(db, view)
    .where(and(isInCategory(category), isThreadOpenTo(view)))
    .orderBy(desc(forumThreads.isPinned), desc(forumThreads.lastActivityAt), desc(forumThreads.id))
    .limit(limit)
    .offset(offset);
  return rows.map((row) => toThread(row, view));
}

function isInCategory(category: ForumCategory | undefined) {
  return category && eq(forumThreads.category, category);
}

export async function findThread(db: DbOrTx, id: string, view: View): Promise<Thread | undefined> {
  const [row] = await selectThreads(db, view).where(
    and(eq(forumThreads.id, id), isThreadOpenTo(view)),
  );
  return row && toThread(row, view);
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
  return rows.map((row) => toPost(row, view));
}

/** Returns a post with its text even if it is hidden, for its author or an administrator. */
export async function findPost(db: DbOrTx, id: string): Promise<Post | undefined> {
  const [row] = await selectPosts(db).where(eq(forumPosts.id, id));
  return row && toPost(row, 'administrator');
}

const author = { id: users.id, username: users.username };

function isThreadOpenTo(view: View) {
  return isUnblocked(forumThreads.authorId, findViewBlocks(view));
}

function isPostOpenTo(view: View) {
  return isUnblocked(forumPosts.authorId, findViewBlocks(view));
}

function selectThreads(db: DbOrTx, view: View) {
  const { id, title, category, isPinned, isLocked } = forumThreads;
  const { lastActivityAt, createdAt } = forumThreads;
  const replyCount = countReplies(view);
  return db
    .select({
      ...{ id, title, category, isPinned, isLocked, replyCount, lastActivityAt, createdAt },
      ...{ author, visibility: moderationCases.visibility },
    })
    .from(forumThreads)
    .innerJoin(users, eq(users.id, forumThreads.authorId))
    .leftJoin(moderationCases, eq(moderationCases.threadId, forumThreads.id))
    .$dynamic();
}

function countReplies(view: View) {
  const isOpen = isPostOpenTo(view);
  if (!isOpen) return forumThreads.replyCount;
  return sql<number>`(
    select count(*)::int - 1 from forum_posts
    where forum_posts.thread_id = forum_threads.id and ${isOpen}
  )`;
}

function toThread(
  { visibility, ...row }: Awaited<ReturnType<typeof selectThreads>>[number],
  view: View,
): Thread {
  const { title, author, lastActivityAt, createdAt } = row;
  const hidden = toHidden(visibility);
  return {
    ...row,
    title: readText(title, hidden, author.id, view),
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
    .innerJoin(users, eq(users.id, forumPosts.authorId))
    .leftJoin(moderationCases, eq(moderationCases.postId, forumPosts.id))
    .leftJoin(threadCases, eq(threadCases.threadId, forumPosts.threadId))
    .$dynamic();
}

function toPost(
  { visibility, ...row }: Awaited<ReturnType<typeof selectPosts>>[number],
  view: View,
): Post {
  const { content, author, createdAt, updatedAt } = row;
  const hidden = toHidden(visibility);
  return {
    ...row,
    content: readText(content, hidden, author.id, view),
    hidden,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

const isOpening = sql<boolean>`not exists (
  select from ${forumPosts} earlier
  where earlier.thread_id = forum_posts.thread_id
    and (earlier.created_at, earlier.id) < (forum_posts.created_at, forum_posts.id)
)`;

const threadCases = alias(moderationCases, 'thread_cases');

/** A thread's case covers its first post. */
const postVisibility = sql<Visibility | null>`coalesce(
  ${moderationCases.visibility}, case when ${isOpening} then ${threadCases.visibility} end
)`;
