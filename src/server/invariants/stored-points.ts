import { eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '../db/open.ts';
import { liveSetlistSongs, shows } from '../db/schema.ts';
import { pointsOfAll, readShowPicks } from '../scoring/show-picks.ts';

export interface WrongPoints {
  predictionId: string;
  showId: string;
  stored: number | null;
  /** By the rules, from the stored picks and the stored setlist. */
  right: number | undefined;
}

/** Predictions of scored shows whose points are not what the rules say. */
export async function findWrongPoints(tx: Tx): Promise<WrongPoints[]> {
  const wrong: WrongPoints[] = [];
  const scored = await tx.select({ id: shows.id }).from(shows).where(isNotNull(shows.scoredAt));
  for (const { id: showId } of scored) {
    const ofShow = eq(liveSetlistSongs.showId, showId);
    const setlist = await tx.select().from(liveSetlistSongs).where(ofShow);
    const picks = await readShowPicks(tx, showId);
    const points = pointsOfAll(picks, setlist);
    for (const [index, { id, points: stored }] of picks.predictions.entries())
      if (stored !== points[index])
        wrong.push({ predictionId: id, showId, stored, right: points[index] });
  }
  return wrong;
}
