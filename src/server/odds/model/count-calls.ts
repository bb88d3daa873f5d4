import { and, count, eq } from 'drizzle-orm';
import { hasResults } from '#contract/shows.ts';
import type { Db } from '../../db/open.ts';
import { users } from '../../db/schema/accounts.ts';
import { predictionSongs, predictions } from '../../db/schema/predictions.ts';
import { liveSetlistSongs } from '../../db/schema/setlists.ts';
import { shows } from '../../db/schema/shows.ts';
import { notFound } from '../../http/route.ts';
import { countsTowardCrowd } from '../../predictions/counted-sheets.ts';

/** Counts the crowd's sheets. Returns no songs before the show, when picks are secret. */
export async function countCalls(db: Db, showId: string) {
  const [show] = await db.select({ status: shows.status }).from(shows).where(eq(shows.id, showId));
  if (!show) throw notFound('Show');
  if (!hasResults(show)) return { predictions: 0, songs: [] };
  const isCountedSheet = and(eq(predictions.showId, showId), countsTowardCrowd(showId));
  const [total] = await db
    .select({ predictions: count() })
    .from(predictions)
    .innerJoin(users, eq(users.id, predictions.userId))
    .where(isCountedSheet);
  const calls = await db
    .select({ songId: predictionSongs.songId, calls: count() })
    .from(predictionSongs)
    .innerJoin(predictions, eq(predictions.id, predictionSongs.predictionId))
    .innerJoin(users, eq(users.id, predictions.userId))
    .where(isCountedSheet)
    .groupBy(predictionSongs.songId);
  const played = await db
    .selectDistinct({ songId: liveSetlistSongs.songId })
    .from(liveSetlistSongs)
    .where(eq(liveSetlistSongs.showId, showId))
    .orderBy(liveSetlistSongs.songId);
  const callsBySong = new Map(calls.map((row) => [row.songId, row.calls]));
  return {
    predictions: total?.predictions ?? 0,
    songs: played.map(({ songId }) => ({ songId, calls: callsBySong.get(songId) ?? 0 })),
  };
}
