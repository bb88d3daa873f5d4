import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { ShowScoring } from '../context.ts';
import { ConflictError } from '../db/failures.ts';
import { pointCorrections, predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { rememberPublishedSetlist } from '../shows/show-row.ts';
import type { PicksCache } from './picks-cache.ts';
import { calculatePoints, readShowPicks } from './show-picks.ts';

export function createScoring(scorer: Scorer): ShowScoring {
  return {
    calculate: async (tx, showId) => {
      await calculateScores(tx, scorer, showId);
    },
    rescore: (tx, showId, reason) => rescore(tx, scorer, showId, reason),
    clear: (tx, showId, reason) => clearScores(tx, scorer, showId, reason),
  };
}

export interface Scorer {
  clock: () => number;
  picksCache?: Pick<PicksCache, 'readLocked'>;
}

/**
 * Lock the show first. Fans see `reason` if points were already published. Returns the number of
 * scored predictions.
 */
export async function calculateScores(
  tx: Tx,
  { clock, picksCache }: Scorer,
  showId: string,
  reason = 'Scores recalculated',
): Promise<number> {
  const rows = await tx.select().from(liveSetlistSongs).where(eq(liveSetlistSongs.showId, showId));
  const picks = await (picksCache?.readLocked(tx, showId) ?? readShowPicks(tx, showId));
  const points = await calculatePoints(picks, rows);
  const scores = selectScores(showId, points);
  const now = new Date(clock());
  // PostgreSQL overestimates this join and would spend longer compiling it than running it.
  await tx.execute(sql`set local jit = off`);
  if (await werePointsPublished(tx, showId))
    await recordCorrections(tx, scores, { reason, at: now });
  await writePoints(tx, scores);
  // Deleting an account can still remove a prediction, which shifts all points after it.
  if ((await tx.$count(predictions, eq(predictions.showId, showId))) !== picks.count)
    throw new ConflictError('A prediction was deleted while its show was being scored.');
  const firstPublished = sql`case when status = 'closed'
    then coalesce(published_at, ${now.toISOString()}::timestamptz) else published_at end`;
  await tx
    .update(shows)
    .set({ scoredAt: now, publishedAt: firstPublished })
    .where(eq(shows.id, showId));
  await rememberPublishedSetlist(tx, showId);
  await refreshTotals(tx, showId);
  return picks.count;
}

async function rescore(tx: Tx, scorer: Scorer, showId: string, reason: string): Promise<boolean> {
  const [show] = await tx
    .select({ scoredAt: shows.scoredAt })
    .from(shows)
    .where(eq(shows.id, showId));
  if (!show?.scoredAt) return false;
  await calculateScores(tx, scorer, showId, reason);
  return true;
}

async function clearScores(
  tx: Tx,
  { clock }: Scorer,
  showId: string,
  reason = 'Show reopened',
): Promise<void> {
  const zeroScores = sql`(select id, 0 as points from ${predictions} where show_id = ${showId})`;
  await recordCorrections(tx, zeroScores, { reason, at: new Date(clock()) });
  await tx
    .update(predictions)
    .set({ points: null })
    .where(and(eq(predictions.showId, showId), isNotNull(predictions.points)));
  await tx
    .update(shows)
    .set({ scoredAt: null, publishedAt: null, correctedAt: null, publishedSetlists: [] })
    .where(eq(shows.id, showId));
  await refreshTotals(tx, showId);
}

/** `points` are in the order of `ShowPicks`, by user ID. */
function selectScores(showId: string, points: Uint16Array): SQL {
  return sql`(
    select id, points
    from (
      select id, row_number() over (order by user_id) as number
      from ${predictions} where show_id = ${showId}
    ) prediction
    join unnest(${sql.param(`{${points.join(',')}}`)}::int[]) with ordinality score (points, number)
      using (number)
  )`;
}

async function writePoints(tx: Tx, scores: SQL): Promise<void> {
  await tx.execute(sql`
    update ${predictions} set points = scores.points
    from ${scores} scores
    where predictions.id = scores.id and predictions.points is distinct from scores.points`);
}

/** Returns whether points were ever published, even if they were removed later. */
async function werePointsPublished(tx: Tx, showId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ were_published: boolean }>(sql`
    select scored_at is not null or exists (
      select from ${pointCorrections} join ${predictions} prediction on prediction.id = prediction_id
      where prediction.show_id = shows.id
    ) as were_published
    from ${shows} where id = ${showId}`);
  return rows[0]?.were_published ?? false;
}

async function recordCorrections(
  tx: Tx,
  scores: SQL,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into ${pointCorrections} (prediction_id, at, what, difference)
    select id, ${at.toISOString()}::timestamptz, ${reason}, scores.points - coalesce(prediction.points, 0)
    from ${predictions} prediction join ${scores} scores using (id)
    where scores.points <> coalesce(prediction.points, 0)`);
}

/** Call after the transaction's last change to points. */
async function refreshTotals(tx: Tx, showId: string): Promise<void> {
  // Serializes shows that share fans, before the sum's statement takes its snapshot.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('called-it.totals'))`);
  await tx.execute(sql`
    update users
    set total_points = sums.points, games_played = sums.games, average_score = sums.average
    from (
      select
        user_id as id,
        coalesce(sum(points), 0) as points,
        count(points) as games,
        coalesce(round(avg(points), 2), 0) as average
      from ${predictions}
      where user_id in (select user_id from ${predictions} where show_id = ${showId})
      group by user_id
    ) sums
    where users.id = sums.id
      and (users.total_points, users.games_played, users.average_score)
        is distinct from (sums.points, sums.games, sums.average)`);
}
