import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/open.ts';
import { liveSetlistSongs, shows, songs } from '../db/schema.ts';

/**
 * Which setlist rows count as played: all of a live or closed show; of an open one those that were
 * entered after its start. This depends on stored values only, so that figures never change
 * without a change. For a query that joins setlist rows with their show.
 */
export const countsAsPlayed: SQL = sql`(${shows.status} in ('live', 'closed')
  or ${liveSetlistSongs.playedAt} >= ${shows.date})`;

/**
 * Sets the four figures of these songs to what they were imported with plus what the setlists say.
 * Call it in the transaction of every change of a setlist, a show's date or status, and before
 * users are touched.
 */
export async function refreshSongFigures(
  tx: Tx,
  songIds: readonly string[] | 'all',
): Promise<void> {
  if (songIds.length === 0) return;
  // By a statement of its own: the next one then counts what others committed meanwhile.
  await lockSongs(tx, songIds);
  await tx.execute(sql`
    update ${songs}
    set (times_played, first_played, last_played, average_position) = (
      select
        imported_times_played + count(*),
        least(imported_first_played, min(${shows.date})),
        greatest(imported_last_played, max(${shows.date})),
        ${averagePosition}
      from ${liveSetlistSongs} join ${shows} on ${shows.id} = ${liveSetlistSongs.showId}
      where ${liveSetlistSongs.songId} = ${songs.id} and ${countsAsPlayed}
    )
    where ${areThese(songIds)}`);
}

/** Locks songs in one order for all, so that two shows with the same songs never deadlock. */
export async function lockSongs(tx: Tx, songIds: readonly string[] | 'all'): Promise<void> {
  if (songIds.length === 0) return;
  await tx
    .select({ id: songs.id })
    .from(songs)
    .where(areThese(songIds))
    .orderBy(songs.id)
    .for('no key update');
}

/** Ids of the songs in a show's setlist, each once. */
export async function songsPlayedAt(tx: Tx, showId: string): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ songId: liveSetlistSongs.songId })
    .from(liveSetlistSongs)
    .where(eq(liveSetlistSongs.showId, showId));
  return rows.map(({ songId }) => songId);
}

function areThese(songIds: readonly string[] | 'all'): SQL {
  return songIds === 'all' ? sql`true` : inArray(songs.id, [...new Set(songIds)]);
}

/**
 * Weighted by counts; an imported average that is not known weighs nothing. No setlist comes near
 * 999 songs, but one that did would not fit the column.
 */
const averagePosition = sql`coalesce(
  round(
    (coalesce(imported_average_position * imported_times_played, 0)
      + coalesce(sum(least(${liveSetlistSongs.position}, 999)), 0))
    / nullif(count(*)
      + case when imported_average_position is null then 0 else imported_times_played end, 0),
    2),
  imported_average_position)`;
