import { eq, inArray, sql } from 'drizzle-orm';
import type { Change } from '#contract/freshness.ts';
import { RECORDED, recordChange } from '../audit/record-change.ts';
import type { ShowScoring } from '../context.ts';
import type { Tx } from '../db/open.ts';
import { predictionSongs, predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';
import { notFound } from '../http/route.ts';
import { freshSignInNeeded, type Viewer } from '../http/viewer.ts';
import { setlistTopicOf } from '../shows/setlist-seals.ts';

/** Above this number the audit row has the count instead of each pick. */
export const MAX_RECORDED_PICKS = 5_000;

/**
 * Deletes a song everywhere. Other picks and setlist rows keep their positions, so gaps remain.
 * Scored shows are scored again. Returns the changes to announce. Throws 403 if fans have picked
 * the song and the sign-in is not fresh.
 */
export async function deleteSong(
  tx: Tx,
  scoring: ShowScoring,
  songId: string,
  { userId: actorId, isFresh, now }: Pick<Viewer, 'userId' | 'isFresh'> & { now: number },
): Promise<Change[]> {
  // Blocks changes of all shows, which lock their show first. Locking only the shows that have the
  // song would miss one that is just getting it.
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
  if (picks.length > 0 && !isFresh) throw freshSignInNeeded();
  await tx.delete(songs).where(eq(songs.id, songId));
  // For thousands of picks only their count, to keep the audit log readable.
  const isHuge = picks.length > MAX_RECORDED_PICKS;
  const before = { song, setlistSongs, picks: isHuge ? picks.length : picks };
  await recordChange(tx, { actorId, action: 'song.delete', subjectId: songId, before });
  const setlistIds = new Set(setlistSongs.map(({ showId }) => showId));
  const showIds = [...setlistIds, ...picks.map(({ showId }) => showId)];
  return [
    { topic: 'song', subjectId: songId, version: song.version + 1 },
    RECORDED,
    ...(await rescoreShows(tx, scoring, {
      showIds: new Set(showIds),
      setlistIds,
      now,
      what: `“${song.title}” deleted`,
    })),
  ];
}

async function rescoreShows(
  tx: Tx,
  scoring: ShowScoring,
  of: {
    showIds: ReadonlySet<string>;
    setlistIds: ReadonlySet<string>;
    now: number;
    what: string;
  },
): Promise<Change[]> {
  const { showIds, setlistIds, now, what } = of;
  if (showIds.size === 0) return [];
  const affected = await tx
    .update(shows)
    .set({ version: sql`${shows.version} + 1` })
    .where(inArray(shows.id, [...showIds]))
    .returning();
  const changes: Change[] = [];
  for (const show of affected) {
    const { id: subjectId, version, status, scoredAt } = show;
    const isRescored = scoredAt !== null && (await scoring.rescore(tx, subjectId, what));
    if (setlistIds.has(subjectId))
      changes.push({ topic: setlistTopicOf(show, now), subjectId, version });
    if (status === 'live' || isRescored) changes.push({ topic: 'standings', subjectId, version });
    if (isRescored) changes.push({ topic: 'totals', subjectId, version });
  }
  return changes;
}
