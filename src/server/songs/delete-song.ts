import { eq, inArray, sql } from 'drizzle-orm';
import { DAY } from '#contract/durations.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import type { ShowScoring } from '../context.ts';
import { predictionSongs, predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';
import { notFound } from '../http/route.ts';
import { createFreshSignInError } from '../http/viewer.ts';
import { chooseSetlistTopic } from '../shows/setlist-seals.ts';
import { markCorrected } from '../shows/show-row.ts';
import { queueSetlistEvent } from '../webhooks/queue-event.ts';

/** Above this number, the audit record has only the count, so that the log stays readable. */
export const MAX_RECORDED_PICKS = 5_000;

/** Webhooks get an event only for shows that are at most this old. */
const RECENT_MS = 7 * DAY;

/** Leaves gaps. Throws 403 if fans picked the song and the sign-in is not fresh. */
export async function deleteSong(
  scope: ChangeScope,
  scoring: ShowScoring,
  { id: songId, isFresh, now }: { id: string; isFresh: boolean; now: number },
): Promise<void> {
  const { tx, record, changed } = scope;
  // Locking only the shows with the song would miss one to which it is being added.
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
  if (picks.length > 0 && !isFresh) throw createFreshSignInError();
  await tx.delete(songs).where(eq(songs.id, songId));
  const isHuge = picks.length > MAX_RECORDED_PICKS;
  const before = { song, setlistSongs, picks: isHuge ? picks.length : picks };
  await record({ action: 'song.delete', subjectId: songId, before });
  changed({ topic: 'song', subjectId: songId, version: song.version + 1 });
  const setlistIds = new Set(setlistSongs.map(({ showId }) => showId));
  const showIds = new Set([...setlistIds, ...picks.map(({ showId }) => showId)]);
  await rescoreShows(scope, scoring, {
    showIds,
    setlistIds,
    now,
    reason: `“${song.title}” deleted`,
  });
}

async function rescoreShows(
  scope: ChangeScope,
  scoring: ShowScoring,
  affected: {
    showIds: ReadonlySet<string>;
    setlistIds: ReadonlySet<string>;
    now: number;
    reason: string;
  },
): Promise<void> {
  const { tx, changed } = scope;
  const { showIds, setlistIds, now, reason } = affected;
  if (showIds.size === 0) return;
  const rows = await tx
    .update(shows)
    .set({ version: sql`${shows.version} + 1` })
    .where(inArray(shows.id, [...showIds]))
    .returning();
  for (const show of rows) {
    const { id: subjectId, version, status, scoredAt } = show;
    const isRescored = scoredAt !== null && (await scoring.rescore(tx, subjectId, reason));
    if (setlistIds.has(subjectId)) {
      await markCorrected(tx, subjectId, now);
      changed({ topic: chooseSetlistTopic(show, now), subjectId, version });
      // Otherwise, deleting a song from a thousand setlists would delay a live show's events.
      if (show.date.getTime() > now - RECENT_MS) await queueSetlistEvent(scope, show, { now });
    }
    if (status === 'live' || isRescored) changed({ topic: 'standings', subjectId, version });
    if (isRescored) changed({ topic: 'totals', subjectId, version });
  }
}
