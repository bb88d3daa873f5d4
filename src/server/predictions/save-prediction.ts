import { and, eq, type SQL, sql } from 'drizzle-orm';
import { canEditPrediction, type Prediction, type PredictionSong } from '#contract/predictions.ts';
import { acceptsPredictions, PREDICTIONS_CLOSED } from '#contract/show-lock.ts';
import type { Db } from '../db/open.ts';
import { predictionSongs, predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { findViolatedConstraint } from '../http/database-errors.ts';
import { notFound } from '../http/route.ts';
import { createBatchInsert } from './insert-batch.ts';
import { findPrediction } from './queries.ts';

const ALREADY_PREDICTED = 'You already have a prediction for this show. You can edit it instead.';

export interface CreatePrediction {
  userId: string;
  showId: string;
  songIds: string[];
  origin?: 'surprise' | undefined;
  now: number;
}

/**
 * Sending the same list again returns the existing prediction, even after the lock. Throws 404 for
 * an unknown show, 400 for an unknown song, 409 if predictions are closed or a different one
 * exists.
 */
export function createPredictionWriter(db: Db) {
  const store = createBatchInsert(db);

  return async (request: CreatePrediction): Promise<{ prediction: Prediction; isNew: boolean }> => {
    const storedPrediction = await store(request).catch(rejectUnknownSong);
    if (!storedPrediction) throw notFound('Show');
    const { id, show, picks } = storedPrediction;
    if (id !== null) {
      const submittedAt = new Date(request.now);
      return { prediction: toPrediction({ id, show, submittedAt, picks }), isNew: true };
    }
    const identicalPrediction = await findIdenticalPrediction(db, request);
    if (identicalPrediction) return { prediction: identicalPrediction, isNew: false };
    const isOpen = acceptsPredictions(show, request.now);
    throw new ApiError(409, isOpen ? ALREADY_PREDICTED : PREDICTIONS_CLOSED);
  };
}

/** Throws 404 for others' predictions, 409 if predictions are closed, 400 for an unknown song. */
export async function updatePrediction(
  tx: Tx,
  { userId, id, songIds, origin, now }: Omit<CreatePrediction, 'showId'> & { id: string },
): Promise<Prediction> {
  const isUsersPrediction = and(eq(predictions.id, id), eq(predictions.userId, userId));
  // Locks the show before the prediction, like the calculation of scores.
  const showId = tx.select({ id: predictions.showId }).from(predictions).where(isUsersPrediction);
  const show = await lockShowForShare(tx, eq(shows.id, showId));
  if (!show) throw notFound('Prediction');
  const [prediction] = await tx
    .select({ points: predictions.points })
    .from(predictions)
    .where(isUsersPrediction)
    .for('update');
  if (!prediction) throw notFound('Prediction');
  if (!canEditPrediction({ ...prediction, show }, now)) throw new ApiError(409, PREDICTIONS_CLOSED);
  const submittedAt = new Date(now);
  await tx.delete(predictionSongs).where(eq(predictionSongs.predictionId, id));
  await tx
    .update(predictions)
    .set({ submittedAt, isSurprise: origin === 'surprise' })
    .where(isUsersPrediction);
  const picks = await insertPicks(tx, id, songIds);
  return toPrediction({ id, show, submittedAt, picks });
}

type Show = Omit<Prediction['show'], 'date' | 'locksAt'> & {
  id: string;
  date: Date;
  locksAt: Date | null;
};

/** Locks the show, so that a concurrent status change waits or is visible here. */
async function lockShowForShare(tx: Tx, where: SQL): Promise<Show | undefined> {
  const [show] = await tx.select().from(shows).where(where).for('key share');
  return show;
}

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
      title: selectSongColumn<string>('title'),
      album: selectSongColumn<string | null>('album'),
      position: predictionSongs.position,
    })
    .catch(rejectUnknownSong);
  return picks.sort((a, b) => a.position - b.position);
}

function rejectUnknownSong(error: unknown): never {
  throw findViolatedConstraint(error)?.includes('song_id')
    ? new ApiError(400, 'Unknown song')
    : error;
}

function selectSongColumn<T>(column: 'title' | 'album') {
  return sql<T>`(select ${sql.raw(column)} from ${songs} where songs.id = prediction_songs.song_id)`;
}

async function findIdenticalPrediction(
  db: Db,
  { userId, showId, songIds }: CreatePrediction,
): Promise<Prediction | undefined> {
  const existingPrediction = await findPrediction(db, { userId, showId });
  const isEqual =
    existingPrediction?.songs.length === songIds.length &&
    existingPrediction.songs.every(({ id }, index) => id === songIds[index]);
  return isEqual ? existingPrediction : undefined;
}

function toPrediction(stored: {
  id: string;
  show: Show;
  submittedAt: Date;
  picks: PredictionSong[];
}): Prediction {
  const { id, show, submittedAt, picks } = stored;
  return {
    id,
    showId: show.id,
    show: {
      ...show,
      date: show.date.toISOString(),
      locksAt: show.locksAt?.toISOString() ?? null,
    },
    points: null,
    submittedAt: submittedAt.toISOString(),
    songs: picks,
  };
}
