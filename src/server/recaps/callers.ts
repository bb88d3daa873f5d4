import { and, asc, eq, not, sql } from 'drizzle-orm';
import { MAX_CALLERS } from '#contract/recaps.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { predictionSongs, predictions } from '../db/schema/predictions.ts';

/** Returns only fans whose sheets are public and count toward the crowd. */
export async function findCallers(db: Db, showId: string, songId: string): Promise<string[]> {
  const rows = await db
    .select({ username: users.username })
    .from(predictions)
    .innerJoin(users, eq(users.id, predictions.userId))
    .innerJoin(predictionSongs, eq(predictionSongs.predictionId, predictions.id))
    .where(
      and(
        eq(predictions.showId, showId),
        eq(predictionSongs.songId, songId),
        not(predictions.isSurprise),
        not(users.hasPrivateSheets),
      ),
    )
    .orderBy(asc(sql`${users.usernameKey} collate "C"`))
    .limit(MAX_CALLERS);
  return rows.map(({ username }) => username);
}
