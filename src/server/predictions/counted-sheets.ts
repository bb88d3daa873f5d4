import { and, asc, eq, not, type SQL, sql } from 'drizzle-orm';
import { MIN_CROWD } from '#contract/crowd.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { predictions } from '../db/schema/predictions.ts';

/**
 * Counts private sheets only if there are enough of them. Otherwise, subtracting the public sheets
 * from the totals would reveal them. The query must join `users`.
 */
export function countsTowardCrowd(showId: string): SQL {
  return sql`(not ${predictions.isSurprise} and (
    not ${users.hasPrivateSheets}
    or (
      select count(*) from ${predictions} hidden join ${users} fan on fan.id = hidden.user_id
      where hidden.show_id = ${showId} and not hidden.is_surprise and fan.has_private_sheets
    ) >= ${sql.raw(`${MIN_CROWD}`)}
  ))`;
}

export async function findUncountedFans(db: Db, showId: string): Promise<string[]> {
  const rows = await db
    .select({ userId: predictions.userId })
    .from(predictions)
    .innerJoin(users, eq(users.id, predictions.userId))
    .where(and(eq(predictions.showId, showId), not(countsTowardCrowd(showId))))
    .orderBy(asc(predictions.userId));
  return rows.map(({ userId }) => userId);
}
