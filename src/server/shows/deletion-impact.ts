import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { DeletionImpact } from '#contract/deletion-impact.ts';
import type { DbOrTx } from '../db/open.ts';
import { predictionShares, predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { notFound } from '../http/route.ts';

export async function countShowImpact(db: DbOrTx, showId: string): Promise<DeletionImpact> {
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
