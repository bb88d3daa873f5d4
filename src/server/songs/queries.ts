import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Song } from '#contract/songs.ts';
import { rarity } from '#contract/songs.ts';
import type { DbOrTx } from '../db/open.ts';
import { liveSetlistSongs, shows, songs } from '../db/schema.ts';
import { countsAsPlayed } from '../figures/song-figures.ts';

/** Songs with their gap by title, without regard to case: all, or the one of that id. */
export async function findSongs(db: DbOrTx, songId?: string): Promise<Song[]> {
  const played = db
    .$with('played')
    .as(
      db
        .selectDistinct({ id: shows.id, date: shows.date })
        .from(shows)
        .innerJoin(liveSetlistSongs, eq(liveSetlistSongs.showId, shows.id))
        .where(countsAsPlayed),
    );
  const showsSince = sql<number | null>`case when ${songs.lastPlayed} is not null then
    (select count(*)::int from ${played} where ${played.date} > ${songs.lastPlayed}) end`;
  const rows = await db
    .with(played)
    .select({ ...getTableColumns(songs), gap: showsSince })
    .from(songs)
    .where(songId === undefined ? undefined : eq(songs.id, songId))
    .orderBy(asc(songs.id));
  return rows
    .map((row) => ({
      ...row,
      rarity: rarity.parse(row.rarity),
      firstPlayed: row.firstPlayed?.toISOString() ?? null,
      lastPlayed: row.lastPlayed?.toISOString() ?? null,
    }))
    .sort((a, b) => byTitle.compare(a.title, b.title));
}

/** Here and not in SQL, where the order of letters is each database's own. */
export const byTitle = new Intl.Collator('en');
