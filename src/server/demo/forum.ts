import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asc, desc, gt, lt } from 'drizzle-orm';
import { z } from 'zod';
import { HOUR } from '#contract/durations.ts';
import { FORUM_CATEGORIES, SHOW_THREADS, THREAD_TITLE_MAX } from '#contract/forums.ts';
import { identityKey } from '#contract/text.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { forumPosts, forumThreads } from '../db/schema/forums.ts';
import { shows as showTable } from '../db/schema/shows.ts';

const post = z.strictObject({
  author: z.string(),
  /** Hours before the setup. */
  hoursAgo: z.number().min(1),
  content: z.string().min(1),
});

const forumSchema = z.strictObject({
  threads: z.array(
    post.extend({
      category: z.enum(FORUM_CATEGORIES),
      title: z.string().min(1).max(THREAD_TITLE_MAX),
      isPinned: z.boolean().default(false),
      isLocked: z.boolean().default(false),
      replies: z.array(post),
    }),
  ),
  /** Posts in the threads of the last show and the next one, oldest first. */
  shows: z.array(z.strictObject({ show: z.enum(['last', 'next']), posts: z.array(post).min(1) })),
});

type Forum = z.output<typeof forumSchema>;

export async function readForum(packFolder: string): Promise<Forum> {
  return forumSchema.parse(JSON.parse(await readFile(join(packFolder, 'forum.json'), 'utf8')));
}

/** The authors must have accounts. */
export async function loadForum(db: Db, { threads, shows }: Forum, now: number): Promise<void> {
  const accounts = await db.select({ id: users.id, key: users.usernameKey }).from(users);
  const userIds = new Map(accounts.map(({ id, key }) => [key, id]));
  const toPost = ({ author, hoursAgo, content }: z.output<typeof post>) => {
    const authorId = userIds.get(identityKey(author));
    if (!authorId) throw new Error(`forum.json: no account has the username ${author}.`);
    const createdAt = new Date(now - hoursAgo * HOUR);
    return { authorId, content, createdAt, updatedAt: createdAt };
  };
  for (const { category, title, isPinned, isLocked, replies, ...opening } of threads) {
    const posts = [opening, ...replies].map(toPost);
    const [firstPost, lastPost] = [posts[0], posts.at(-1)];
    if (!firstPost || !lastPost) continue;
    const threadId = randomUUID();
    await db.insert(forumThreads).values({
      ...{ id: threadId, title, category, isLocked, isPinned: isPinned ? 1 : 0 },
      ...{ authorId: firstPost.authorId, createdAt: firstPost.createdAt },
      ...{ replyCount: replies.length, lastActivityAt: lastPost.createdAt },
    });
    await db.insert(forumPosts).values(posts.map((row) => ({ ...row, threadId })));
  }
  for (const { show, posts } of shows)
    await loadShowThread(db, await findShow(db, show, now), posts.map(toPost));
}

type PostValues = Omit<typeof forumPosts.$inferInsert, 'threadId'> & { createdAt: Date };

async function loadShowThread(
  db: Db,
  show: typeof showTable.$inferSelect | undefined,
  posts: readonly PostValues[],
): Promise<void> {
  const latest = posts.at(-1);
  if (!show || !latest) return;
  const { id } = show;
  await db.insert(forumThreads).values({
    ...{ id, showId: id, category: SHOW_THREADS, createdAt: show.createdAt },
    ...{ replyCount: posts.length, lastActivityAt: latest.createdAt },
  });
  await db.insert(forumPosts).values(posts.map((row) => ({ ...row, threadId: id })));
}

async function findShow(db: Db, which: 'last' | 'next', now: number) {
  const { date } = showTable;
  const today = new Date(now);
  const [show] = await db
    .select()
    .from(showTable)
    .where(which === 'last' ? lt(date, today) : gt(date, today))
    .orderBy(which === 'last' ? desc(date) : asc(date))
    .limit(1);
  return show;
}
