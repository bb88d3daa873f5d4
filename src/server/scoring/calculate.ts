import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { ShowScoring } from '../context.ts';
import { ConflictError } from '../db/failures.ts';
import type { Tx } from '../db/open.ts';
import { pointCorrections, predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import type { HeldPicks } from './held-picks.ts';
import { pointsOfAll, readShowPicks } from './show-picks.ts';

/** The scoring that changes of shows, songs and setlists need in their own transaction. */
export function createScoring(of: Scorer): ShowScoring {
  return {
    calculate: async (tx, showId) => {
      await calculateScores(tx, of, showId);
    },
    rescore: (tx, showId, what) => rescore(tx, of, showId, what),
    clear: (tx, showId, what) => clearScores(tx, of, showId, what),
  };
}

/** What a calculation needs besides its transaction. */
export interface Scorer {
  clock: () => number;
  /** A program that scores once goes without. */
  heldPicks?: HeldPicks;
}

/**
 * Gives every prediction of a show the points of the setlist as it is, and their users their totals:
 * always from scratch, so that twice is the same as once. Lock the show before. Where points were out
 * already, `what` is the reason that fans read. Returns how many predictions have points now.
 */
export async function calculateScores(
  tx: Tx,
  { clock, heldPicks }: Scorer,
  showId: string,
  what = 'Scores calculated again',
): Promise<number> {
  const rows = await tx.select().from(liveSetlistSongs).where(eq(liveSetlistSongs.showId, showId));
  const picks = await (heldPicks?.ofLocked(tx, showId) ?? readShowPicks(tx, showId));
  const points = await pointsOfAll(picks, rows);
  const scored = scoredRows(showId, points);
  const now = new Date(clock());
  // PostgreSQL takes the join by number for a huge one, and would compile it for longer than it runs.
  await tx.execute(sql`set local jit = off`);
  if (await wereOut(tx, showId)) await noteCorrections(tx, scored, { what, at: now });
  await writePoints(tx, scored);
  // The locked show lets no prediction in, but one can go with its fan's account: all that come after
  // it have then got their neighbour's points.
  if ((await tx.$count(predictions, eq(predictions.showId, showId))) !== picks.count)
    throw new ConflictError('A prediction went while its show was scored.');
  await tx.update(shows).set({ scoredAt: now }).where(eq(shows.id, showId));
  await refreshTotals(tx, showId);
  return picks.count;
}

async function rescore(tx: Tx, of: Scorer, showId: string, what: string): Promise<boolean> {
  const [show] = await tx
    .select({ scoredAt: shows.scoredAt })
    .from(shows)
    .where(eq(shows.id, showId));
  if (!show?.scoredAt) return false;
  await calculateScores(tx, of, showId, what);
  return true;
}

async function clearScores(
  tx: Tx,
  { clock }: Scorer,
  showId: string,
  what = 'Show opened again',
): Promise<void> {
  const none = sql`(select id, 0 as points from ${predictions} where show_id = ${showId})`;
  await noteCorrections(tx, none, { what, at: new Date(clock()) });
  await tx
    .update(predictions)
    .set({ points: null })
    .where(and(eq(predictions.showId, showId), isNotNull(predictions.points)));
  await tx.update(shows).set({ scoredAt: null }).where(eq(shows.id, showId));
  await refreshTotals(tx, showId);
}

/** Each prediction's id and points; these come in the order of `ShowPicks`, that of the users' ids. */
function scoredRows(showId: string, points: Uint16Array): SQL {
  return sql`(
    select id, points
    from (
      select id, row_number() over (order by user_id) as number
      from ${predictions} where show_id = ${showId}
    ) its
    join unnest(${sql.param(`{${points.join(',')}}`)}::int[]) with ordinality given (points, number)
      using (number)
  )`;
}

/** One statement for all. */
async function writePoints(tx: Tx, scored: SQL): Promise<void> {
  await tx.execute(sql`
    update ${predictions} set points = scored.points
    from ${scored} scored
    where predictions.id = scored.id and predictions.points is distinct from scored.points`);
}

/** Whether fans have seen points of the show, even if they were taken back since. */
async function wereOut(tx: Tx, showId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ were_out: boolean }>(sql`
    select scored_at is not null or exists (
      select from ${pointCorrections} join ${predictions} its on its.id = prediction_id
      where its.show_id = shows.id
    ) as were_out
    from ${shows} where id = ${showId}`);
  return rows[0]?.were_out ?? false;
}

/** A line for each whose points are about to change. */
async function noteCorrections(
  tx: Tx,
  scored: SQL,
  { what, at }: { what: string; at: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into ${pointCorrections} (prediction_id, at, what, difference)
    select id, ${at.toISOString()}::timestamptz, ${what}, scored.points - coalesce(its.points, 0)
    from ${predictions} its join ${scored} scored using (id)
    where scored.points <> coalesce(its.points, 0)`);
}

/**
 * Sums up points, games and average of everyone who predicted the show from their scored predictions,
 * from scratch. Call it after the last change of points in a transaction.
 */
async function refreshTotals(tx: Tx, showId: string): Promise<void> {
  // Shows that share fans take turns. It is a lock of its own, in a statement before the sum: so
  // the sum sees what the show before has committed, and nobody waits for two rows crosswise.
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
