import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { GoingWith } from '#contract/going-with.ts';
import type { DbOrTx } from '../db/open.ts';
import { predictionShares } from '../db/prediction-schema.ts';
import { liveSetlistSongs, predictions, shows } from '../db/schema.ts';
import { notFound } from '../http/route.ts';

/** What goes with a show, counted. Throws 404 where there is none. */
export async function countGoing(db: DbOrTx, showId: string): Promise<GoingWith> {
  if ((await db.$count(shows, eq(shows.id, showId))) === 0) throw notFound('Show');
  const ofShow = eq(predictions.showId, showId);
  const own = db.select({ id: predictions.id }).from(predictions).where(ofShow);
  return {
    predictions: await db.$count(predictions, ofShow),
    scores: await db.$count(predictions, and(ofShow, isNotNull(predictions.points))),
    shares: await db.$count(predictionShares, inArray(predictionShares.predictionId, own)),
    setlistSongs: await db.$count(liveSetlistSongs, eq(liveSetlistSongs.showId, showId)),
  };
}
