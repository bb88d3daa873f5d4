import { asc, eq, getTableColumns } from 'drizzle-orm';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { DbOrTx } from '../db/open.ts';
import { liveSetlistSongs, songs } from '../db/schema.ts';

/** A show's setlist in order, with the songs' titles; empty for a show that does not exist. */
export async function findSetlist(db: DbOrTx, showId: string): Promise<SetlistEntry[]> {
  const rows = await db
    .select({
      ...getTableColumns(liveSetlistSongs),
      song: { id: songs.id, title: songs.title },
    })
    .from(liveSetlistSongs)
    .innerJoin(songs, eq(songs.id, liveSetlistSongs.songId))
    .where(eq(liveSetlistSongs.showId, showId))
    .orderBy(asc(liveSetlistSongs.position));
  return rows.map((row) => ({ ...row, playedAt: row.playedAt?.toISOString() ?? null }));
}

/** The same as the table has them. */
export function findRows(db: DbOrTx, showId: string) {
  return db
    .select()
    .from(liveSetlistSongs)
    .where(eq(liveSetlistSongs.showId, showId))
    .orderBy(asc(liveSetlistSongs.position));
}
