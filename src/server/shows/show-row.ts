import { eq, sql } from 'drizzle-orm';
import type { Show } from '#contract/shows.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { notFound } from '../http/route.ts';

export type ShowRow = typeof shows.$inferSelect;

/** Increments the show's version, which realtime events carry, and returns it. */
export async function bumpVersion(tx: Tx, showId: string): Promise<number> {
  const [row] = await tx
    .update(shows)
    .set({ version: sql`${shows.version} + 1` })
    .where(eq(shows.id, showId))
    .returning({ version: shows.version });
  if (!row) throw notFound('Show');
  return row.version;
}

/**
 * Locks the show until the transaction ends, so that changes of a show, its setlist and its scores
 * take turns. Each such change calls this first. Throws 404 for an unknown show.
 */
export async function lockShow(tx: Tx, showId: string): Promise<ShowRow> {
  const [row] = await tx.select().from(shows).where(eq(shows.id, showId)).for('update');
  if (!row) throw notFound('Show');
  return row;
}

export function toShow(row: ShowRow): Show {
  return {
    ...row,
    date: row.date.toISOString(),
    locksAt: row.locksAt?.toISOString() ?? null,
  };
}
