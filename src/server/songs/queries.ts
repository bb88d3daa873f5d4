import { asc, count, eq, getTableColumns, max, min, sql, sum } from 'drizzle-orm';
import type { Song } from '#contract/songs.ts';
import { rarity } from '#contract/songs.ts';
import type { DbOrTx } from '../db/open.ts';
import { liveSetlistSongs, shows, songs } from '../db/schema.ts';
import { haveStarted } from '../shows/next-start.ts';

/**
 * Songs with their figures by title, without regard to case: all, or the one of that id. The figures
 * are what was imported plus what the setlists of started shows say; they are counted here and
 * stored nowhere, as they change with the clock too. `next` is the next show's start.
 */
export async function findSongs(
  db: DbOrTx,
  next: Date | undefined,
  songId?: string,
): Promise<Song[]> {
  const played = db.$with('played').as(
    db
      .select({
        songId: liveSetlistSongs.songId,
        // No setlist comes near 999 songs, but one that did would not fit an average of five digits.
        position: sql<number>`least(${liveSetlistSongs.position}, 999)`.as('position'),
        showId: sql<string>`${shows.id}`.as('show_id'),
        date: shows.date,
      })
      .from(liveSetlistSongs)
      .innerJoin(shows, eq(shows.id, liveSetlistSongs.showId))
      .where(haveStarted(next)),
  );
  const figures = db.$with('figures').as(
    db
      .select({
        songId: played.songId,
        plays: count().as('plays'),
        positions: sum(played.position).as('positions'),
        first: min(played.date).as('first'),
        last: max(played.date).as('last'),
      })
      .from(played)
      .groupBy(played.songId),
  );
  const nights = db
    .$with('nights')
    .as(db.selectDistinct({ showId: played.showId, date: played.date }).from(played));
  const plays = sql`coalesce(${figures.plays}, 0)`;
  const lastPlayed = sql`greatest(${songs.importedLastPlayed}, ${figures.last})`;
  const rows = await db
    .with(played, figures, nights)
    .select({
      ...getTableColumns(songs),
      timesPlayed: sql<number>`(${songs.importedTimesPlayed} + ${plays})::int`,
      firstPlayed: sql<Date | null>`least(${songs.importedFirstPlayed}, ${figures.first})`.mapWith(
        songs.importedFirstPlayed,
      ),
      lastPlayed: sql<Date | null>`${lastPlayed}`.mapWith(songs.importedLastPlayed),
      averagePosition: sql<string | null>`coalesce(
        round(
          (coalesce(${songs.importedAveragePosition}, 0) * ${known} + coalesce(${figures.positions}, 0))
            / nullif(${known} + ${plays}, 0), 2),
        ${songs.importedAveragePosition})`,
      gap: sql<number | null>`case when ${lastPlayed} is not null then
        (select count(*)::int from ${nights} where ${nights.date} > ${lastPlayed}) end`,
      gapIsMinimum: sql<boolean>`coalesce(
        ${lastPlayed} < (select min(${nights.date}) from ${nights}), false)`,
    })
    .from(songs)
    .leftJoin(figures, eq(figures.songId, songs.id))
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

/** How many imported plays the average is weighed by: none where no average came with them. */
const known = sql`case when ${songs.importedAveragePosition} is null then 0
  else ${songs.importedTimesPlayed} end`;

/** Here and not in SQL, where the order of letters is each database's own. */
export const byTitle = new Intl.Collator('en');
