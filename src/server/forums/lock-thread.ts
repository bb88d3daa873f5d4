import { eq, sql } from 'drizzle-orm';
import { forumThreads } from '../db/forum-schema.ts';
import type { Tx } from '../db/open.ts';
import { notFound } from '../http/route.ts';

/** A row of the table of threads. */
export type ThreadRow = typeof forumThreads.$inferSelect;

/**
 * Locks the thread until the transaction ends, so that its changes take turns. Comes first in each
 * of them. Throws 404 when there is no such thread.
 */
export async function lockThread(tx: Tx, id: string): Promise<ThreadRow> {
  const [row] = await tx.select().from(forumThreads).where(eq(forumThreads.id, id)).for('update');
  if (!row) throw notFound('Thread');
  return row;
}

/**
 * Comes last in a change of a thread's posts: counts anew what the thread says of them. Answers the
 * version of the change.
 */
export async function settleThread(tx: Tx, id: string): Promise<number> {
  const [row] = await tx
    .update(forumThreads)
    .set({
      replyCount: sql`(select count(*)::int - 1 from forum_posts where thread_id = ${id})`,
      lastActivityAt: sql`(select max(created_at) from forum_posts where thread_id = ${id})`,
    })
    .where(eq(forumThreads.id, id))
    .returning({ version: changeVersion });
  return row?.version ?? 0;
}

/**
 * The moment in microseconds by the database's clock, which all processes share. Read while the
 * thread is locked, so that it never falls from one change of the thread to the next.
 */
export const changeVersion = sql<number>`floor(
  extract(epoch from clock_timestamp()) * 1000000
)::float8`;
