import { and, count, eq, gte, max } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { liveSetlistSongs, shows, songs } from '../db/schema.ts';
import { countsAsPlayed } from '../figures/song-figures.ts';

/** Songs performed since then, with how often, and when last. */
export function findSongsPlayedSince(db: Db, since: Date) {
  return db
    .select({
      id: songs.id,
      title: songs.title,
      timesPlayed: count(liveSetlistSongs.id),
      lastPlayed: max(shows.date),
    })
    .from(liveSetlistSongs)
    .innerJoin(shows, eq(shows.id, liveSetlistSongs.showId))
    .innerJoin(songs, eq(songs.id, liveSetlistSongs.songId))
    .where(and(countsAsPlayed, gte(shows.date, since)))
    .groupBy(songs.id);
}
