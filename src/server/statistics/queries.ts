import { and, count, eq, gt, gte, max, or, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { liveSetlistSongs, shows, songs } from '../db/schema.ts';
import { haveStarted } from '../shows/next-start.ts';

/**
 * Songs performed since then, with how often, and when last. Of the plays that a song was imported
 * with only the last has a date, so that one alone can count. `next` is the next show's start.
 */
export function findSongsPlayedSince(db: Db, since: Date, next: Date | undefined) {
  const played = db
    .select({
      songId: liveSetlistSongs.songId,
      plays: count().as('plays'),
      last: max(shows.date).as('last'),
    })
    .from(liveSetlistSongs)
    .innerJoin(shows, eq(shows.id, liveSetlistSongs.showId))
    .where(and(haveStarted(next), gte(shows.date, since)))
    .groupBy(liveSetlistSongs.songId)
    .as('played');
  const wasImported = gte(songs.importedLastPlayed, since);
  return db
    .select({
      id: songs.id,
      title: songs.title,
      timesPlayed: sql<number>`coalesce(${played.plays}, 0)::int
        + coalesce(${wasImported}, false)::int`,
      // An earlier one counts for nothing beside a play in that time, and is before it.
      lastPlayed: sql<Date>`greatest(${songs.importedLastPlayed}, ${played.last})`.mapWith(
        songs.importedLastPlayed,
      ),
    })
    .from(songs)
    .leftJoin(played, eq(played.songId, songs.id))
    .where(or(gt(played.plays, 0), wasImported));
}
