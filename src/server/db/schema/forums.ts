import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { SHOW_THREADS, THREAD_CATEGORIES, THREAD_TITLE_MAX } from '#contract/forums.ts';
import { users } from './accounts.ts';
import { instant } from './columns.ts';
import { shows } from './shows.ts';

export const forumThreads = pgTable(
  'forum_threads',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Null for a fan's thread. A show's thread has the show's ID, but no title and no author. */
    showId: uuid('show_id')
      .unique('forum_threads_show')
      .references(() => shows.id, { onDelete: 'cascade' }),
    /** Null for a show's thread, which has the show's name. */
    title: varchar('title', { length: THREAD_TITLE_MAX }),
    category: varchar('category', { length: 100, enum: THREAD_CATEGORIES }).notNull(),
    /** Null for a show's thread. */
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'cascade' }),
    isPinned: integer('is_pinned').$type<0 | 1>().notNull().default(0),
    isLocked: boolean('is_locked').notNull().default(false),
    replyCount: integer('reply_count').notNull().default(0),
    lastActivityAt: instant('last_activity_at').notNull().defaultNow(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    check('forum_threads_pinned', sql`${t.isPinned} in (0, 1)`),
    check(
      'forum_threads_of_show',
      sql`(${t.showId} is null or ${t.showId} = ${t.id})
        and (${t.showId} is null) = (${t.title} is not null)
        and (${t.showId} is null) = (${t.authorId} is not null)
        and (${t.showId} is not null) = (${t.category} = ${sql.raw(`'${SHOW_THREADS}'`)})`,
    ),
    // The reverse order of the list.
    index('forum_threads_activity').on(t.isPinned, t.lastActivityAt, t.id),
    index('forum_threads_author').on(t.authorId),
  ],
);

export const forumPosts = pgTable(
  'forum_posts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    threadId: uuid('thread_id')
      .notNull()
      .references(() => forumThreads.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    content: text('content').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('forum_posts_thread').on(t.threadId, t.createdAt),
    index('forum_posts_author').on(t.authorId),
  ],
);
