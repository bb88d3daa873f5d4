import { eq, sql } from 'drizzle-orm';
import type { Change } from '#contract/freshness.ts';
import { REOPENING_NEEDS_CHOICE, type ReopeningChoice } from '#contract/reopening.ts';
import { arePicksRevealed, predictionsLockAt } from '#contract/show-lock.ts';
import type { DbOrTx } from '../db/open.ts';
import { houseNights } from '../db/schema/house-players.ts';
import { predictions, voidedPredictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound } from '../http/route.ts';
import type { ShowRow } from './show-row.ts';

interface Reopening {
  columns: Pick<ShowRow, 'werePicksRevealed' | 'arePredictionsFrozen'>;
  /** Undefined if the change doesn't reopen a show whose predictions fans have seen. */
  choice?: ReopeningChoice;
}

/** Throws 409 if the change needs a choice. Also stores that picks were revealed. */
export async function decideReopening(
  tx: Tx,
  { before, after }: { before: ShowRow; after: ShowRow },
  { choice, now }: { choice: ReopeningChoice | undefined; now: number },
): Promise<Reopening> {
  const { arePredictionsFrozen } = before;
  const werePicksRevealed = before.werePicksRevealed || arePicksRevealed(before, now);
  const isReopened = isBeforeLock(after, now) && !isBeforeLock(before, now);
  if (!isReopened || !werePicksRevealed)
    return { columns: { werePicksRevealed, arePredictionsFrozen } };
  const isPredicted = (await tx.$count(predictions, eq(predictions.showId, after.id))) > 0;
  if (!isPredicted) return { columns: { werePicksRevealed: false, arePredictionsFrozen: false } };
  if (!choice) throw new ApiError(409, REOPENING_NEEDS_CHOICE, { code: 'reopening-choice' });
  const isFrozen = choice === 'freeze';
  return { columns: { werePicksRevealed: isFrozen, arePredictionsFrozen: isFrozen }, choice };
}

function isBeforeLock(show: ShowRow, now: number): boolean {
  return show.status === 'open' && now < predictionsLockAt(show);
}

/** Stores whose they were and returns the count. Clear the scores first: totals contain them. */
export async function voidPredictions(tx: Tx, showId: string, now: number): Promise<number> {
  const voidedAt = new Date(now);
  // Fans have seen these too, so house players predict again.
  await tx.delete(houseNights).where(eq(houseNights.showId, showId));
  await tx
    .insert(voidedPredictions)
    .select(
      tx
        .select({
          userId: predictions.userId,
          showId: predictions.showId,
          voidedAt: sql`${voidedAt.toISOString()}::timestamptz`.as('voided_at'),
        })
        .from(predictions)
        .where(eq(predictions.showId, showId)),
    )
    .onConflictDoUpdate({
      target: [voidedPredictions.userId, voidedPredictions.showId],
      set: { voidedAt },
    });
  const { rowCount } = await tx.delete(predictions).where(eq(predictions.showId, showId));
  return rowCount ?? 0;
}

export function listVoidChanges(show: Pick<Change, 'subjectId' | 'version'>): Change[] {
  return [
    { topic: 'entrants', ...show },
    // Any fan may have shared a prediction of the show.
    { topic: 'share', subjectId: null, version: show.version },
  ];
}

/** Counts those that fans have seen, now or before an earlier change of the show. */
export async function countSeenPredictions(
  db: DbOrTx,
  showId: string,
  now: number,
): Promise<number> {
  const [show] = await db.select().from(shows).where(eq(shows.id, showId));
  if (!show) throw notFound('Show');
  if (!show.werePicksRevealed && !arePicksRevealed(show, now)) return 0;
  return db.$count(predictions, eq(predictions.showId, showId));
}
