import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Prediction, PredictionSong } from '#contract/predictions.ts';
import { MAX_CORRECTIONS, PROVISIONAL_MS, type Receipt } from '#contract/receipts.ts';
import type { VoidedPrediction } from '#contract/voided-predictions.ts';
import type { DbOrTx } from '../db/open.ts';
import {
  pointCorrections,
  predictionSongs,
  predictions,
  voidedPredictions,
} from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';
import { toShow } from '../shows/show-row.ts';

type StoredPrediction = Prediction & { isSurprise: boolean };

/** Returns live shows first, then upcoming ones, soonest first, then past ones, latest first. */
export async function findUserPredictions(
  db: DbOrTx,
  userId: string,
  now: number,
): Promise<StoredPrediction[]> {
  const userPredictions = await findPredictions(db, eq(predictions.userId, userId));
  const isLive = ({ show }: Prediction) => show.status === 'live';
  const isPast = ({ show }: Prediction) =>
    show.status === 'closed' ||
    (!['live', 'postponed'].includes(show.status) && Date.parse(show.date) < now);
  return [
    ...userPredictions.filter(isLive),
    ...userPredictions.filter((prediction) => !isLive(prediction) && !isPast(prediction)),
    ...userPredictions.filter(isPast).reverse(),
  ];
}

export async function findPrediction(
  db: DbOrTx,
  key: { userId: string } & ({ id: string } | { showId: string }),
): Promise<Prediction | undefined> {
  const matchesKey = 'id' in key ? eq(predictions.id, key.id) : eq(predictions.showId, key.showId);
  const [prediction] = await findPredictions(
    db,
    and(eq(predictions.userId, key.userId), matchesKey),
  );
  return prediction;
}

async function findPredictions(db: DbOrTx, where: SQL | undefined): Promise<StoredPrediction[]> {
  const rows = await db
    .select({
      id: predictions.id,
      showId: predictions.showId,
      show: shows,
      points: predictions.points,
      submittedAt: predictions.submittedAt,
      isSurprise: predictions.isSurprise,
      songs: picksInOrder,
    })
    .from(predictions)
    .innerJoin(shows, eq(shows.id, predictions.showId))
    .where(where)
    .orderBy(asc(shows.date), asc(shows.id));
  return rows.map((row) => ({
    ...row,
    show: toShow(row.show),
    submittedAt: row.submittedAt.toISOString(),
  }));
}

export async function findVoidedPredictions(
  db: DbOrTx,
  userId: string,
): Promise<VoidedPrediction[]> {
  const { showId, voidedAt } = voidedPredictions;
  const rows = await db
    .select({ showId, show: shows, voidedAt })
    .from(voidedPredictions)
    .innerJoin(shows, eq(shows.id, showId))
    .leftJoin(predictions, and(eq(predictions.userId, userId), eq(predictions.showId, showId)))
    .where(and(eq(voidedPredictions.userId, userId), isNull(predictions.id)))
    .orderBy(asc(shows.date), asc(shows.id));
  return rows.map((row) => ({
    ...row,
    show: toShow(row.show),
    voidedAt: row.voidedAt.toISOString(),
  }));
}

const picksInOrder = sql<PredictionSong[]>`(
  select coalesce(
    json_agg(
      json_build_object(
        'id', songs.id, 'title', songs.title, 'album', songs.album, 'position', pick.position
      ) order by pick.position
    ),
    '[]'
  )
  from ${predictionSongs} pick join ${songs} on songs.id = pick.song_id
  where pick.prediction_id = predictions.id
)`;

/** Returns undefined before the prediction has points. */
export async function findReceipt(
  db: DbOrTx,
  { userId, showId }: { userId: string; showId: string },
): Promise<Receipt | undefined> {
  // One statement, so that the points match the corrections.
  const [row] = await db
    .select({
      points: predictions.points,
      status: shows.status,
      publishedAt: shows.publishedAt,
      correctedBy: sql<number>`(
        select coalesce(sum(difference), 0)::int from ${pointCorrections}
        where prediction_id = predictions.id
      )`,
      corrections: latestCorrections,
    })
    .from(predictions)
    .innerJoin(shows, eq(shows.id, predictions.showId))
    .where(and(eq(predictions.userId, userId), eq(predictions.showId, showId)));
  if (!row || row.points === null) return undefined;
  const { points, status, publishedAt, correctedBy, corrections } = row;
  return {
    points,
    firstPoints: points - correctedBy,
    finalAt:
      status === 'closed' && publishedAt
        ? new Date(publishedAt.getTime() + PROVISIONAL_MS).toISOString()
        : null,
    corrections: corrections.map((correction) => ({
      ...correction,
      at: new Date(correction.at).toISOString(),
    })),
  };
}

const latestCorrections = sql<Receipt['corrections']>`(
  select coalesce(json_agg(latest order by latest.id desc), '[]')
  from (
    select id, at, what, difference from ${pointCorrections}
    where prediction_id = predictions.id
    order by id desc
    limit ${MAX_CORRECTIONS}
  ) latest
)`;
