import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/open.ts';
import { predictions } from '../db/schema.ts';

/**
 * Sums up these users' points, games and average from their scored predictions, from scratch. Call
 * it after the last change of points in a transaction.
 */
export async function refreshTotals(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0) await sumUp(tx, sql`unnest(${arrayOf(userIds)}::uuid[])`);
}

/** The same for everyone who predicted a show. */
export async function refreshTotalsOfShow(tx: Tx, showId: string): Promise<void> {
  await sumUp(tx, sql`(select user_id from ${predictions} where show_id = ${showId})`);
}

async function sumUp(tx: Tx, userIds: SQL): Promise<void> {
  // Shows that share fans take turns. It is a lock of its own, in a statement before the sum: so
  // the sum sees what the show before has committed, and nobody waits for two rows crosswise.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('called-it.totals'))`);
  await tx.execute(sql`
    update users
    set total_points = sums.points, games_played = sums.games, average_score = sums.average
    from (
      select
        asked.id,
        coalesce(sum(p.points), 0) as points,
        count(p.points) as games,
        coalesce(round(avg(p.points), 2), 0) as average
      from ${userIds} asked (id)
      left join predictions p on p.user_id = asked.id and p.points is not null
      group by asked.id
    ) sums
    where users.id = sums.id
      and (users.total_points, users.games_played, users.average_score)
        is distinct from (sums.points, sums.games, sums.average)`);
}

/** A whole list as one parameter; drizzle would make one of each item. */
export function arrayOf(items: readonly string[]): unknown {
  return sql.param(`{${items.join(',')}}`);
}
