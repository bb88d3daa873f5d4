import { and, desc, eq, exists, inArray, like, lte, sql } from 'drizzle-orm';
import type { Rarity } from '#contract/songs.ts';
import { liveSetlistSongs } from '../../../db/schema/setlists.ts';
import { shows } from '../../../db/schema/shows.ts';
import { songs } from '../../../db/schema/songs.ts';
import type { Tx } from '../../../db/transaction.ts';
import { ARCHIVE_KEY } from './archive-rows.ts';

/** How many of the latest shows with a setlist count. */
export const RARITY_SHOWS = 100;

/** Minimum shares of the counted shows. */
const COMMON = 0.1;
const UNCOMMON = 0.04;

/** A debut needs `RARITY_SHOWS` earlier shows: with less history, one play proves nothing. */
export function rarityOf(
  { lately, inAll }: { lately: number; inAll: number },
  { counted, earlier }: { counted: number; earlier: number },
): Rarity {
  if (lately === 1 && inAll === 1 && earlier >= RARITY_SHOWS) return 'debut';
  if (lately === 0 || counted === 0) return 'very_rare';
  const share = lately / counted;
  if (share >= COMMON) return 'common';
  return share >= UNCOMMON ? 'uncommon' : 'rare';
}

/** Skips songs that an administrator edited. Returns how many changed. */
export async function refreshRarities(tx: Tx, now: number): Promise<number> {
  const hasSetlist = exists(
    tx
      .select({ id: liveSetlistSongs.id })
      .from(liveSetlistSongs)
      .where(eq(liveSetlistSongs.showId, shows.id)),
  );
  const nights = await tx
    .select({ id: shows.id })
    .from(shows)
    .where(and(lte(shows.date, new Date(now)), eq(shows.status, 'closed'), hasSetlist))
    .orderBy(desc(shows.date), desc(shows.id));
  const last = nights.slice(0, RARITY_SHOWS).map(({ id }) => id);
  const of = { counted: last.length, earlier: nights.length - last.length };
  const isLate = last.length > 0 ? inArray(liveSetlistSongs.showId, last) : sql`false`;
  const played = await tx
    .select({
      id: songs.id,
      rarity: songs.rarity,
      inAll: sql<number>`count(${liveSetlistSongs.id})::int`,
      lately: sql<number>`(count(distinct ${liveSetlistSongs.showId}) filter (where ${isLate}))::int`,
    })
    .from(songs)
    .leftJoin(liveSetlistSongs, eq(liveSetlistSongs.songId, songs.id))
    .where(and(like(songs.importKey, `${ARCHIVE_KEY}%`), eq(songs.version, 0)))
    .groupBy(songs.id);
  const changed = new Map<Rarity, string[]>();
  for (const song of played) {
    const rarity = rarityOf(song, of);
    if (rarity !== song.rarity) changed.set(rarity, [...(changed.get(rarity) ?? []), song.id]);
  }
  for (const [rarity, ids] of changed)
    await tx.update(songs).set({ rarity }).where(inArray(songs.id, ids));
  return [...changed.values()].flat().length;
}
