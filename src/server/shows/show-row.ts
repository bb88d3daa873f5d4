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

/**
 * Call this after changing the songs played. Restores the mark of an earlier published setlist, for
 * example after an undo. Does nothing before points are published.
 */
export async function markCorrected(tx: Tx, showId: string, now: number): Promise<void> {
  const [show] = await tx
    .select({ published: shows.publishedSetlists, hash: setlistHash })
    .from(shows)
    .where(and(eq(shows.id, showId), isNotNull(shows.publishedAt)));
  if (!show) return;
  const { published, hash } = show;
  const index = published.findIndex((setlist) => setlist.hash === hash);
  const publishedSetlists =
    index < 0
      ? [...published, { hash, correctedAt: new Date(now).toISOString() }]
      : published.slice(0, index + 1);
  const correctedAt = publishedSetlists.at(-1)?.correctedAt ?? null;
  await tx
    .update(shows)
    .set({ publishedSetlists, correctedAt: correctedAt === null ? null : new Date(correctedAt) })
    .where(eq(shows.id, showId));
}

/** Call this when points are published. Keeps the setlists of an earlier publication. */
export async function rememberPublishedSetlist(tx: Tx, showId: string): Promise<void> {
  const first = sql`jsonb_build_array(jsonb_build_object('hash', ${setlistHash}, 'correctedAt', null))`;
  const isFirst = sql`${shows.publishedSetlists} = '[]' and ${shows.publishedAt} is not null`;
  await tx
    .update(shows)
    .set({ publishedSetlists: first })
    .where(and(eq(shows.id, showId), isFirst));
}

const setlistHash = sql<string>`(
  select md5(coalesce(string_agg(position || ' ' || song_id || ' ' || is_closer, ' ' order by position), ''))
  from live_setlist_songs where show_id = shows.id
)`;

/** Call this before changing a show, its setlist or scores. Throws 404 for an unknown show. */
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
