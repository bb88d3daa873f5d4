import { and, desc, eq, exists, inArray, like, lte, sql } from 'drizzle-orm';
import type { Rarity } from '#contract/songs.ts';
import { liveSetlistSongs } from '../../../db/schema/setlists.ts';
import { shows } from '../../../db/schema/shows.ts';
import { songs } from '../../../db/schema/songs.ts';
import type { Tx } from '../../../db/transaction.ts';
import { ARCHIVE_KEY_PREFIX } from './archive-rows.ts';

/** The number of latest shows with a setlist that determine a song's rarity. */
const RARITY_SHOWS = 100;

/** The minimum share of the recent shows that played a song of each rarity. */
const MIN_COMMON_SHARE = 0.1;
const MIN_UNCOMMON_SHARE = 0.04;

/** A debut needs `RARITY_SHOWS` earlier shows: with less history, one play proves nothing. */
export function computeRarity(
  { recentPlays, totalPlays }: { recentPlays: number; totalPlays: number },
  { recentShows, earlierShows }: { recentShows: number; earlierShows: number },
): Rarity {
  if (recentPlays === 1 && totalPlays === 1 && earlierShows >= RARITY_SHOWS) return 'debut';
  if (recentPlays === 0 || recentShows === 0) return 'very_rare';
  const share = recentPlays / recentShows;
  if (share >= MIN_COMMON_SHARE) return 'common';
  return share >= MIN_UNCOMMON_SHARE ? 'uncommon' : 'rare';
}

/** Skips songs that an administrator edited. Returns the number of changed songs. */
export async function refreshRarities(tx: Tx, now: number): Promise<number> {
  const hasSetlist = exists(
    tx
      .select({ id: liveSetlistSongs.id })
      .from(liveSetlistSongs)
      .where(eq(liveSetlistSongs.showId, shows.id)),
  );
  const pastShows = await tx
    .select({ id: shows.id })
    .from(shows)
    .where(and(lte(shows.date, new Date(now)), eq(shows.status, 'closed'), hasSetlist))
    .orderBy(desc(shows.date), desc(shows.id));
  const recentIds = pastShows.slice(0, RARITY_SHOWS).map(({ id }) => id);
  const history = {
    recentShows: recentIds.length,
    earlierShows: pastShows.length - recentIds.length,
  };
  const isRecent = recentIds.length > 0 ? inArray(liveSetlistSongs.showId, recentIds) : sql`false`;
  const rows = await tx
    .select({
      id: songs.id,
      rarity: songs.rarity,
      totalPlays: sql<number>`count(${liveSetlistSongs.id})::int`,
      recentPlays: sql<number>`(count(distinct ${liveSetlistSongs.showId}) filter (where ${isRecent}))::int`,
    })
    .from(songs)
    .leftJoin(liveSetlistSongs, eq(liveSetlistSongs.songId, songs.id))
    .where(and(like(songs.importKey, `${ARCHIVE_KEY_PREFIX}%`), eq(songs.version, 0)))
    .groupBy(songs.id);
  const changedIds = new Map<Rarity, string[]>();
  for (const song of rows) {
    const rarity = computeRarity(song, history);
    if (rarity !== song.rarity)
      changedIds.set(rarity, [...(changedIds.get(rarity) ?? []), song.id]);
  }
  for (const [rarity, ids] of changedIds)
    await tx.update(songs).set({ rarity }).where(inArray(songs.id, ids));
  return [...changedIds.values()].flat().length;
}
