import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Post } from '#contract/forum-posts.ts';
import type { ForumCategory, Thread } from '#contract/forums.ts';
import type { DbOrTx } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { forumPosts, forumThreads } from '../db/schema/forums.ts';

interface Page {
  limit: number;
  offset: number;
}

export function countThreads(db: DbOrTx, category: ForumCategory | undefined): Promise<number> {
  return db.$count(forumThreads, isInCategory(category));
}

export async function findThreads(
  db: DbOrTx,
  { limit, offset, category }: Page & { category?: ForumCategory | undefined },
): Promise<Thread[]> {
  const rows = await selectThreads(db)
    .where(isInCategory(category))
    .orderBy(desc(forumThreads.isPinned), desc(forumThreads.lastActivityAt), desc(forumThreads.id))
    .limit(limit)
    .offset(offset);
  return rows.map(toThread);
}

function isInCategory(category: ForumCategory | undefined) {
  return category && eq(forumThreads.category, category);
}

export async function findThread(db: DbOrTx, id: string): Promise<Thread | undefined> {
  const [row] = await selectThreads(db).where(eq(forumThreads.id, id));
  return row && toThread(row);
}

export async function findPosts(
  db: DbOrTx,
  threadId: string,
  { limit, offset }: Page,
): Promise<Post[]> {
  const rows = await selectPosts(db)
    .where(eq(forumPosts.threadId, threadId))
    .orderBy(asc(forumPosts.createdAt), asc(forumPosts.id))
    .limit(limit)
    .offset(offset);
  return rows.map(toPost);
}

export async function findPost(db: DbOrTx, id: string): Promise<Post | undefined> {
  const [row] = await selectPosts(db).where(eq(forumPosts.id, id));
  return row && toPost(row);
}

const author = { id: users.id, username: users.username };

function selectThreads(db: DbOrTx) {
  const { id, title, category, isPinned, isLocked, replyCount } = forumThreads;
  const { lastActivityAt, createdAt } = forumThreads;
  return db
    .select({
      ...{ id, title, category, isPinned, isLocked, replyCount, lastActivityAt, createdAt },
      author,
    })
    .from(forumThreads)
    .innerJoin(users, eq(users.id, forumThreads.authorId))
    .$dynamic();
}

function toThread(row: Awaited<ReturnType<typeof selectThreads>>[number]): Thread {
  const { lastActivityAt, createdAt } = row;
  return {
    ...row,
    lastActivityAt: lastActivityAt.toISOString(),
    createdAt: createdAt.toISOString(),
  };
}

function selectPosts(db: DbOrTx) {
  const { id, threadId, content, createdAt, updatedAt } = forumPosts;
  return db
    .select({ ...{ id, threadId, content, createdAt, updatedAt }, isOpening, author })
    .from(forumPosts)
    .innerJoin(users, eq(users.id, forumPosts.authorId))
    .$dynamic();
}

function toPost(row: Awaited<ReturnType<typeof selectPosts>>[number]): Post {
  const { createdAt, updatedAt } = row;
  return { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

const isOpening = sql<boolean>`not exists (
  select from ${forumPosts} earlier
  where earlier.thread_id = forum_posts.thread_id
    and (earlier.created_at, earlier.id) < (forum_posts.created_at, forum_posts.id)
)`;
