import { eq, sql } from 'drizzle-orm';
import type { Show } from '#contract/shows.ts';
import type { Tx } from '../db/open.ts';
import { shows } from '../db/schema/shows.ts';
import { notFound } from '../http/route.ts';

/** A row of the table of shows. */
export type ShowRow = typeof shows.$inferSelect;

/** Adds one to the show's version, which the realtime events carry, and returns the new one. */
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
 * Locks the show until the transaction ends, so that changes of one show, its setlist and its
 * scores take turns. Comes first in each of them. Throws 404 when there is no such show.
 */
export async function lockShow(tx: Tx, showId: string): Promise<ShowRow> {
  const [row] = await tx.select().from(shows).where(eq(shows.id, showId)).for('update');
  if (!row) throw notFound('Show');
  return row;
}

/** A show as the contract has it. */
export function toShow(row: ShowRow): Show {
  return {
    ...row,
    date: row.date.toISOString(),
    locksAt: row.locksAt?.toISOString() ?? null,
  };
}
