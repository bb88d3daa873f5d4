import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/open.ts';
import { songs } from '../db/schema.ts';

/**
 * Which rows of `live_setlist_songs l` count as played, their show being `shows s`: all of a live
 * or closed show; of an open one those that were entered after its start. It depends on stored
 * values only, so that figures never change without a change.
 */
export const countsAsPlayed: SQL = sql.raw(
  "(s.status in ('live', 'closed') or l.played_at >= s.date)",
);

/**
 * Sets the four figures of these songs to what they were imported with plus what the setlists say.
 * Call it in the transaction of every change of a setlist, a show's date or status.
 */
export async function refreshSongFigures(
  tx: Tx,
  songIds: readonly string[] | 'all',
): Promise<void> {
  if (songIds.length === 0) return;
  const these = songIds === 'all' ? sql`true` : inArray(songs.id, [...new Set(songIds)]);
  // Locked by a statement of its own, in one order: two shows that refresh the same songs neither
  // deadlock nor count without the rows that the other has just committed.
  await tx.select({ id: songs.id }).from(songs).where(these).orderBy(songs.id).for('no key update');
  await tx.execute(sql`
    update songs
    set (times_played, first_played, last_played, average_position) = (
      select
        imported_times_played + count(*),
        least(imported_first_played, min(s.date)),
        greatest(imported_last_played, max(s.date)),
        ${averagePosition}
      from live_setlist_songs l join shows s on s.id = l.show_id
      where l.song_id = songs.id and ${countsAsPlayed}
    )
    where ${these}`);
}

/** Weighted by counts; the imported average weighs nothing where it is not known. At most what fits. */
const averagePosition = sql.raw(`least(999.99, coalesce(
  round(
    (coalesce(imported_average_position * imported_times_played, 0) + coalesce(sum(l.position), 0))
      / nullif(case when imported_average_position is null then 0 else imported_times_played end
          + count(*), 0),
    2),
  imported_average_position))`);
