import { and, eq, sql } from 'drizzle-orm';
import { canEditPrediction, type Prediction, type PredictionSong } from '#contract/predictions.ts';
import { PREDICTIONS_CLOSED, takesPredictions } from '#contract/shows.ts';
import type { Tx } from '../db/open.ts';
import { predictionSongs, predictions, shows, songs } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { violatedConstraint } from '../http/database-errors.ts';
import { notFound } from '../http/route.ts';
import { findPrediction } from './queries.ts';

const ALREADY_PREDICTED = 'You already have a prediction for this show. You can edit it instead.';

/**
 * Makes a user's prediction of a show. `now` is when the request arrived. The same list again
 * returns what is there. Throws 404 for an unknown show, 409 when predictions are closed or another
 * list is there, 400 for an unknown song.
 */
export async function createPrediction(
  tx: Tx,
  {
    userId,
    showId,
    songIds,
    now,
  }: { userId: string; showId: string; songIds: string[]; now: number },
): Promise<{ prediction: Prediction; isNew: boolean }> {
  const show = await holdShow(tx, eq(shows.id, showId));
  if (!show) throw notFound('Show');
  if (!takesPredictions(show, now)) throw new ApiError(409, PREDICTIONS_CLOSED);
  const submittedAt = new Date(now);
  const [made] = await tx
    .insert(predictions)
    .values({ userId, showId, submittedAt })
    .onConflictDoNothing({ target: [predictions.userId, predictions.showId] })
    .returning({ id: predictions.id });
  if (!made) return { prediction: await findEqual(tx, { userId, showId, songIds }), isNew: false };
  const picks = await insertPicks(tx, made.id, songIds);
  return { prediction: toPrediction({ id: made.id, show, submittedAt, picks }), isNew: true };
}

/**
 * Replaces the picks of a user's own prediction. Throws 404 for one that is not there or another's,
 * 409 when it can't be edited any more, 400 for an unknown song.
 */
export async function updatePrediction(
  tx: Tx,
  { userId, id, songIds, now }: { userId: string; id: string; songIds: string[]; now: number },
): Promise<Prediction> {
  const isOwn = and(eq(predictions.id, id), eq(predictions.userId, userId));
  // The show before the prediction: the order in which its scores are calculated.
  const itsShow = tx.select({ id: predictions.showId }).from(predictions).where(isOwn);
  const show = await holdShow(tx, eq(shows.id, itsShow));
  if (!show) throw notFound('Prediction');
  const [own] = await tx
    .select({ points: predictions.points })
    .from(predictions)
    .where(isOwn)
    .for('update');
  if (!own) throw notFound('Prediction');
  if (!canEditPrediction({ ...own, show }, now)) throw new ApiError(409, PREDICTIONS_CLOSED);
  const submittedAt = new Date(now);
  await tx.delete(predictionSongs).where(eq(predictionSongs.predictionId, id));
  await tx.update(predictions).set({ submittedAt }).where(isOwn);
  const picks = await insertPicks(tx, id, songIds);
  return toPrediction({ id, show, submittedAt, picks });
}

type Show = typeof shows.$inferSelect;

/** Reads a show and holds it as it is until the end: whoever changes its status waits, or is seen. */
async function holdShow(tx: Tx, which: ReturnType<typeof eq>): Promise<Show | undefined> {
  const [show] = await tx.select().from(shows).where(which).for('key share');
  return show;
}

/** Song ids in order become positions from 1; returns the picks with their songs. */
async function insertPicks(
  tx: Tx,
  predictionId: string,
  songIds: readonly string[],
): Promise<PredictionSong[]> {
  const rows = songIds.map((songId, index) => ({ predictionId, songId, position: index + 1 }));
  const picks = await tx
    .insert(predictionSongs)
    .values(rows)
    .returning({
      id: predictionSongs.songId,
      title: ofSong<string>('title'),
      album: ofSong<string | null>('album'),
      position: predictionSongs.position,
    })
    .catch((error: unknown) => {
      throw violatedConstraint(error)?.includes('song_id')
        ? new ApiError(400, 'Unknown song')
        : error;
    });
  return picks.sort((a, b) => a.position - b.position);
}

function ofSong<T>(column: 'title' | 'album') {
  return sql<T>`(select ${sql.raw(column)} from ${songs} where songs.id = prediction_songs.song_id)`;
}

async function findEqual(
  tx: Tx,
  { userId, showId, songIds }: { userId: string; showId: string; songIds: readonly string[] },
): Promise<Prediction> {
  const there = await findPrediction(tx, { userId, showId });
  const isEqual =
    there?.songs.length === songIds.length &&
    there.songs.every(({ id }, index) => id === songIds[index]);
  if (!isEqual) throw new ApiError(409, ALREADY_PREDICTED);
  return there;
}

function toPrediction(of: {
  id: string;
  show: Show;
  submittedAt: Date;
  picks: PredictionSong[];
}): Prediction {
  const { id, show, submittedAt, picks } = of;
  return {
    id,
    showId: show.id,
    show: { ...show, date: show.date.toISOString() },
    points: null,
    submittedAt: submittedAt.toISOString(),
    songs: picks,
  };
}
