import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { DeletionImpact } from '#contract/deletion-impact.ts';
import type { DbOrTx } from '../db/open.ts';
import { forumPosts } from '../db/schema/forums.ts';
import { predictionShares, predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { notFound } from '../http/route.ts';

export async function countShowImpact(db: DbOrTx, showId: string): Promise<DeletionImpact> {
  if ((await db.$count(shows, eq(shows.id, showId))) === 0) throw notFound('Show');
  const isOfShow = eq(predictions.showId, showId);
  const predictionIds = db.select({ id: predictions.id }).from(predictions).where(isOfShow);
  return {
    predictions: await db.$count(predictions, isOfShow),
    scores: await db.$count(predictions, and(isOfShow, isNotNull(predictions.points))),
    shares: await db.$count(
      predictionShares,
      inArray(predictionShares.predictionId, predictionIds),
    ),
    posts: await db.$count(forumPosts, eq(forumPosts.threadId, showId)),
    setlistSongs: await db.$count(liveSetlistSongs, eq(liveSetlistSongs.showId, showId)),
  };
}
