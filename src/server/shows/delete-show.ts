import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Change } from '#contract/freshness.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Tx } from '../db/open.ts';
import { liveSetlistSongs, predictions, shows } from '../db/schema.ts';
import type { ShowScoring } from './scoring.ts';
import { lockShow } from './version.ts';

/**
 * Deletes a show with its predictions and setlist; users' totals follow. Returns what
 * changed with it.
 */
export async function deleteShow(
  tx: Tx,
  scoring: ShowScoring,
  showId: string,
  actorId: string,
): Promise<Change[]> {
  const show = await lockShow(tx, showId);
  const setlist = await tx
    .select()
    .from(liveSetlistSongs)
    .where(eq(liveSetlistSongs.showId, showId))
    .orderBy(asc(liveSetlistSongs.position));
  const scored = await tx
    .select({ userId: predictions.userId })
    .from(predictions)
    .where(and(eq(predictions.showId, showId), isNotNull(predictions.points)));
  await tx.delete(shows).where(eq(shows.id, showId));
  const userIds = scored.map(({ userId }) => userId);
  if (userIds.length > 0) await scoring.refreshTotals(tx, userIds);
  const before = { show, setlist };
  await recordChange(tx, { actorId, action: 'show.delete', subjectId: showId, showId, before });
  const changed = { subjectId: showId, version: show.version + 1 };
  return [
    { topic: 'show', ...changed },
    { topic: 'setlist', ...changed },
    ...(userIds.length > 0 ? [{ topic: 'totals', ...changed } as const] : []),
  ];
}
