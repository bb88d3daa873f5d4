import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Show } from '#contract/shows.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { notFound } from '../http/route.ts';

export type ShowRow = typeof shows.$inferSelect;

export async function bumpVersion(tx: Tx, showId: string): Promise<number> {
  const [row] = await tx
    .update(shows)
    .set({ version: sql`${shows.version} + 1` })
    .where(eq(shows.id, showId))
    .returning({ version: shows.version });
  if (!row) throw notFound('Show');
  return row.version;
}

/** Call after a change of the songs played. Does nothing before the show's points are published. */
export async function markCorrected(tx: Tx, showId: string, now: number): Promise<void> {
  await tx
    .update(shows)
    .set({ correctedAt: new Date(now) })
    .where(and(eq(shows.id, showId), isNotNull(shows.publishedAt)));
}

/** Call before changing a show, its setlist or scores. Throws 404 for an unknown show. */
export async function lockShow(tx: Tx, showId: string): Promise<ShowRow> {
  const [row] = await tx.select().from(shows).where(eq(shows.id, showId)).for('update');
  if (!row) throw notFound('Show');
  return row;
}

export function toShow(row: ShowRow): Show {
  return {
    ...row,
    version: row.detailsVersion,
    date: row.date.toISOString(),
    locksAt: row.locksAt?.toISOString() ?? null,
  };
}
