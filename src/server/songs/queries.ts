import { and, asc, count, eq, exists, getTableColumns, max, min, sql } from 'drizzle-orm';
import type { Song } from '#contract/songs.ts';
import type { DbOrTx } from '../db/open.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';
import { isIncludedInStatistics } from '../shows/next-start.ts';

/** Sorts by title. Statistics are the imported values plus the shows before `next`. */
export async function findSongs(
  db: DbOrTx,
  next: Date | undefined,
  songId?: string,
): Promise<Song[]> {
  const rows = await selectSongStats(db, next, songId);
  const showTimes = await findShowTimes(db, next);
  return rows
    .map((row) => ({
      ...row,
      firstPlayed: row.firstPlayed?.toISOString() ?? null,
      lastPlayed: row.lastPlayed?.toISOString() ?? null,
      ...calculateGap(row.lastPlayed, showTimes),
    }))
    .sort((a, b) => titleCollator.compare(a.title, b.title));
}

function selectSongStats(db: DbOrTx, next: Date | undefined, songId: string | undefined) {
  const played = db
    .select({
      songId: liveSetlistSongs.songId,
      plays: count().as('plays'),
      // The column's average has five digits. No real setlist has anywhere near 999 songs.
      positions: sql<string>`sum(least(${liveSetlistSongs.position}, 999))`.as('positions'),
      first: min(shows.date).as('first'),
      last: max(shows.date).as('last'),
    })
    .from(liveSetlistSongs)
    .innerJoin(shows, eq(shows.id, liveSetlistSongs.showId))
    .where(
      and(isIncludedInStatistics(next), songId ? eq(liveSetlistSongs.songId, songId) : undefined),
    )
    .groupBy(liveSetlistSongs.songId)
    .as('played');
  const plays = sql`coalesce(${played.plays}, 0)`;
  return db
    .select({
      ...getTableColumns(songs),
      timesPlayed: sql<number>`(${songs.importedTimesPlayed} + ${plays})::int`,
      firstPlayed: sql<Date | null>`least(${songs.importedFirstPlayed}, ${played.first})`.mapWith(
        songs.importedFirstPlayed,
      ),
      lastPlayed: sql<Date | null>`greatest(${songs.importedLastPlayed}, ${played.last})`.mapWith(
        songs.importedLastPlayed,
      ),
      averagePosition: sql<string | null>`coalesce(
        round(
          (coalesce(${songs.importedAveragePosition}, 0) * ${importedWeight} + coalesce(${played.positions}, 0))
            / nullif(${importedWeight} + ${plays}, 0), 2),
        ${songs.importedAveragePosition})`,
    })
    .from(songs)
    .leftJoin(played, eq(played.songId, songs.id))
    .where(songId ? eq(songs.id, songId) : undefined)
    .orderBy(asc(songs.id));
}

async function findShowTimes(db: DbOrTx, next: Date | undefined): Promise<number[]> {
  const rows = await db
    .select({ date: shows.date })
    .from(shows)
    .where(and(isIncludedInStatistics(next), exists(selectSetlist(db))));
  return rows.map(({ date }) => date.getTime());
}

function selectSetlist(db: DbOrTx) {
  return db
    .select({ id: liveSetlistSongs.id })
    .from(liveSetlistSongs)
    .where(eq(liveSetlistSongs.showId, shows.id));
}

/** Computes the gap here, because the embedded database is slow at it. */
function calculateGap(lastPlayed: Date | null, showTimes: readonly number[]) {
  if (!lastPlayed) return { gap: null, gapIsMinimum: false };
  const gap = showTimes.filter((time) => time > lastPlayed.getTime()).length;
  return { gap, gapIsMinimum: gap > 0 && gap === showTimes.length };
}

const importedWeight = sql`case when ${songs.importedAveragePosition} is null then 0
  else ${songs.importedTimesPlayed} end`;

/** Titles are sorted here, because each database has its own collation. */
export const titleCollator = new Intl.Collator('en');
