import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '../db/open.ts';
import { liveSetlistSongs, predictions, shows } from '../db/schema.ts';
import type { ShowScoring } from '../shows/scoring.ts';
import { pointsOfAll, readShowPicks } from './show-picks.ts';
import { arrayOf, refreshTotals, refreshTotalsOfShow } from './totals.ts';

/** The scoring that changes of shows, songs and setlists need in their own transaction. */
export function createScoring({ clock }: { clock: () => number }): ShowScoring {
  return {
    calculate: async (tx, showId) => {
      await calculateScores(tx, showId, clock());
    },
    rescore: (tx, showId) => rescore(tx, showId, clock()),
    clear: clearScores,
    refreshTotals,
  };
}

/**
 * Gives every prediction of a show the points of the setlist as it is, and their users their totals:
 * always from scratch, so that twice is the same as once. Lock the show before. Answers how many
 * predictions have points now.
 */
export async function calculateScores(tx: Tx, showId: string, now: number): Promise<number> {
  const rows = await tx.select().from(liveSetlistSongs).where(eq(liveSetlistSongs.showId, showId));
  const picks = await readShowPicks(tx, showId);
  const points = pointsOfAll(picks, rows);
  await writePoints(tx, showId, points);
  await tx
    .update(shows)
    .set({ scoredAt: new Date(now) })
    .where(eq(shows.id, showId));
  await refreshTotalsOfShow(tx, showId);
  return picks.predictions.length;
}

async function rescore(tx: Tx, showId: string, now: number): Promise<boolean> {
  const [show] = await tx
    .select({ scoredAt: shows.scoredAt })
    .from(shows)
    .where(eq(shows.id, showId));
  if (!show?.scoredAt) return false;
  await calculateScores(tx, showId, now);
  return true;
}

async function clearScores(tx: Tx, showId: string): Promise<void> {
  const cleared = await tx
    .update(predictions)
    .set({ points: null })
    .where(and(eq(predictions.showId, showId), isNotNull(predictions.points)))
    .returning({ userId: predictions.userId });
  await tx.update(shows).set({ scoredAt: null }).where(eq(shows.id, showId));
  await refreshTotals(
    tx,
    cleared.map(({ userId }) => userId),
  );
}

/** One statement for all; `points` are in the order of `readShowPicks`, which is that of the ids. */
async function writePoints(tx: Tx, showId: string, points: Int32Array): Promise<void> {
  await tx.execute(sql`
    update predictions set points = scored.points
    from (
      select id, row_number() over (order by id) as number
      from predictions where show_id = ${showId}
    ) its
    join unnest(${arrayOf(Array.from(points, String))}::int[]) with ordinality scored (points, number)
      using (number)
    where predictions.id = its.id and predictions.points is distinct from scored.points`);
}
