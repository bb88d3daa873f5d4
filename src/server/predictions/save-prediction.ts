import { and, eq, type SQL, sql } from 'drizzle-orm';
import { canEditPrediction, type Prediction, type PredictionSong } from '#contract/predictions.ts';
import { PREDICTION_CUTOFF_MS, PREDICTIONS_CLOSED, takesPredictions } from '#contract/shows.ts';
import type { Db, Tx } from '../db/open.ts';
import { predictionSongs, predictions, shows, songs } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { violatedConstraint } from '../http/database-errors.ts';
import { notFound } from '../http/route.ts';
import { findPrediction } from './queries.ts';

const ALREADY_PREDICTED = 'You already have a prediction for this show. You can edit it instead.';

interface CreatePrediction {
  userId: string;
  showId: string;
  songIds: string[];
  /** When the request arrived. */
  now: number;
}

/**
 * Prepares what makes a user's prediction. The same list again returns what is there. Throws 404 for
 * an unknown show, 409 when predictions are closed or another list is there, 400 for an unknown song.
 */
export function prepareCreation(db: Db) {
  const store = prepareStore(db);

  return async (asked: CreatePrediction): Promise<{ prediction: Prediction; isNew: boolean }> => {
    const { userId, showId, songIds, now } = asked;
    const submittedAt = new Date(now);
    const [stored] = await store
      .execute({
        userId,
        showId,
        songIds: `{${songIds.join(',')}}`,
        submittedAt: submittedAt.toISOString(),
        lockedBefore: new Date(now + PREDICTION_CUTOFF_MS).toISOString(),
      })
      .catch(refuseUnknownSong);
    if (!stored) throw notFound('Show');
    const { id, show, picks } = stored;
    if (id !== null) {
      const prediction = toPrediction({ id, show, submittedAt, picks: picks ?? [] });
      return { prediction, isNew: true };
    }
    if (!takesPredictions(show, now)) throw new ApiError(409, PREDICTIONS_CLOSED);
    return { prediction: await findEqual(db, asked), isNew: false };
  };
}

/**
 * The show, and the prediction if it takes one (`takesPredictions`) and the user has none: one
 * prepared statement, which is its own transaction. Before the lock all want it at once, and each
 * round trip more costs a fifth of what the database can take. The show is held as it is until the
 * end: whoever changes its status waits, or is seen.
 */
function prepareStore(db: Db) {
  const { placeholder } = sql;
  const isAsked = eq(shows.id, placeholder('showId'));
  const held = db.$with('held').as(db.select().from(shows).where(isAsked).for('key share'));
  const made = db.$with('made', { id: sql<string | null>`made_id`.as('made_id') }).as(sql`
    insert into predictions (user_id, show_id, submitted_at)
    select ${placeholder('userId')}::uuid, id, ${placeholder('submittedAt')}::timestamptz
    from held where status = 'open' and date > ${placeholder('lockedBefore')}::timestamptz
    on conflict (user_id, show_id) do nothing
    returning id as made_id`);
  const picked = db.$with('picked', { position: sql<number>`position`.as('position') }).as(sql`
    insert into prediction_songs (prediction_id, song_id, position)
    select made_id, pick.song_id, pick.position
    from made, unnest(${placeholder('songIds')}::uuid[]) with ordinality pick (song_id, position)
    returning song_id, position`);
  const picks = sql<PredictionSong[] | null>`(
    select json_agg(
      json_build_object(
        'id', songs.id, 'title', title, 'album', album, 'position', picked.position
      ) order by picked.position
    )
    from picked join ${songs} on songs.id = picked.song_id
  )`;
  return db
    .with(held, made, picked)
    .select({
      id: made.id,
      show: {
        id: held.id,
        name: held.name,
        venue: held.venue,
        city: held.city,
        state: held.state,
        country: held.country,
        date: held.date,
        timeZone: held.timeZone,
        tourName: held.tourName,
        status: held.status,
      },
      picks,
    })
    .from(held)
    .leftJoin(made, sql`true`)
    .prepare('create_prediction');
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

type Show = Omit<Prediction['show'], 'date'> & { id: string; date: Date };

/** Reads a show and holds it as it is until the end: whoever changes its status waits, or is seen. */
async function holdShow(tx: Tx, which: SQL): Promise<Show | undefined> {
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
    .catch(refuseUnknownSong);
  return picks.sort((a, b) => a.position - b.position);
}

function refuseUnknownSong(error: unknown): never {
  throw violatedConstraint(error)?.includes('song_id') ? new ApiError(400, 'Unknown song') : error;
}

function ofSong<T>(column: 'title' | 'album') {
  return sql<T>`(select ${sql.raw(column)} from ${songs} where songs.id = prediction_songs.song_id)`;
}

async function findEqual(
  db: Db,
  { userId, showId, songIds }: CreatePrediction,
): Promise<Prediction> {
  const there = await findPrediction(db, { userId, showId });
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
