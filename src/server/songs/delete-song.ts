import { eq, inArray, sql } from 'drizzle-orm';
import { recordChange } from '../audit/record-change.ts';
import type { Tx } from '../db/open.ts';
import { liveSetlistSongs, predictionSongs, predictions, shows, songs } from '../db/schema.ts';
import { notFound } from '../http/route.ts';
import type { ShowScoring } from '../shows/scoring.ts';

/** A show of which the song was taken, from its setlist or from predictions of it. */
export interface ShowWithoutSong {
  showId: string;
  version: number;
  isLive: boolean;
  hasSetlistChanged: boolean;
  wasRescored: boolean;
}

/**
 * Deletes a song from everywhere. It leaves holes: other picks and setlist rows keep their
 * positions. Shows that have points are scored again. Answers the shows it was in.
 */
export async function deleteSong(
  tx: Tx,
  scoring: ShowScoring,
  songId: string,
  actorId: string,
): Promise<ShowWithoutSong[]> {
  // Any show may have the song, so every change of any show waits its turn: they all lock a show
  // first. Locking those that have it now would miss one that is just getting it.
  await tx.execute(sql`lock table ${shows} in exclusive mode`);
  const [song] = await tx.select().from(songs).where(eq(songs.id, songId)).for('update');
  if (!song) throw notFound('Song');
  const setlistSongs = await tx
    .select()
    .from(liveSetlistSongs)
    .where(eq(liveSetlistSongs.songId, songId));
  const picks = await tx
    .select({
      predictionId: predictionSongs.predictionId,
      showId: predictions.showId,
      position: predictionSongs.position,
    })
    .from(predictionSongs)
    .innerJoin(predictions, eq(predictions.id, predictionSongs.predictionId))
    .where(eq(predictionSongs.songId, songId));
  await tx.delete(songs).where(eq(songs.id, songId));
  const before = { song, setlistSongs, picks };
  await recordChange(tx, { actorId, action: 'song.delete', subjectId: songId, before });
  const setlistIds = new Set(setlistSongs.map(({ showId }) => showId));
  const showIds = [...setlistIds, ...picks.map(({ showId }) => showId)];
  return rescoreShows(tx, scoring, new Set(showIds), setlistIds);
}

async function rescoreShows(
  tx: Tx,
  scoring: ShowScoring,
  showIds: ReadonlySet<string>,
  setlistIds: ReadonlySet<string>,
): Promise<ShowWithoutSong[]> {
  if (showIds.size === 0) return [];
  const affected = await tx
    .update(shows)
    .set({ version: sql`${shows.version} + 1` })
    .where(inArray(shows.id, [...showIds]))
    .returning();
  const answer: ShowWithoutSong[] = [];
  for (const { id, version, status, scoredAt } of affected)
    answer.push({
      showId: id,
      version,
      isLive: status === 'live',
      hasSetlistChanged: setlistIds.has(id),
      wasRescored: scoredAt !== null && (await scoring.rescore(tx, id)),
    });
  return answer;
}
