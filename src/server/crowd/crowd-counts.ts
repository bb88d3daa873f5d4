import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/open.ts';
import { predictionSongs, predictions } from '../db/schema/predictions.ts';
import type { Tx } from '../db/transaction.ts';
import { findUncountedFans } from '../predictions/counted-sheets.ts';
import { isUnchanged, readStamp } from '../scoring/picks-cache.ts';
import { type CrowdCounts, type PositionCalls, summarizeCrowd } from './summarize-crowd.ts';

interface CachedCounts extends CrowdCounts {
  songIds: readonly string[];
  stamp: string;
  /** A hash, because there may be thousands of fans. */
  uncountedFans: string;
}

const MAX_SHOWS = 50;

/** Keeps each show's counts until its picks or the counted sheets change. */
export function createCrowdCounts(db: Db) {
  const cache = new LRUCache<string, CachedCounts>({ max: MAX_SHOWS });

  return async (showId: string): Promise<CrowdCounts> => {
    const uncounted = await findUncountedFans(db, showId);
    const uncountedFans = createHash('sha256').update(uncounted.join()).digest('base64');
    const cached = cache.get(showId);
    if (cached?.uncountedFans === uncountedFans && (await isUnchanged(db, showId, cached)))
      return cached;
    const counts = await db.transaction((tx) => countCrowd(tx, showId, uncounted), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
    const entry = { ...counts, uncountedFans };
    cache.set(showId, entry);
    return entry;
  };
}

/** Counts in SQL, because reading the picks of 100,000 sheets takes longer. */
async function countCrowd(tx: Tx, showId: string, uncounted: readonly string[]) {
  // JIT compilation takes longer than it saves, and each parallel worker would read all sheets.
  await tx.execute(sql`set local jit = off`);
  await tx.execute(sql`set local max_parallel_workers_per_gather = 0`);
  const stamp = await readStamp(tx, showId);
  const sheets = await tx.$count(predictions, eq(predictions.showId, showId));
  const { rows } = await tx.execute<PositionCalls & Record<string, unknown>>(sql`
    select song_id as "songId", position, count(*)::int as calls,
      (count(*) filter (where position = first))::int as "openerCalls",
      (count(*) filter (where position = last))::int as "closerCalls"
    from ${predictionSongs} join (
      select predictions.id as prediction_id, min(position) as first, max(position) as last
      from ${predictions} join ${predictionSongs} on prediction_id = predictions.id
      where show_id = ${showId}
        and user_id <> all(${sql.param(`{${uncounted.join()}}`)}::uuid[])
      group by predictions.id
    ) sheets using (prediction_id)
    group by song_id, position`);
  const counts = summarizeCrowd(rows);
  const songIds = counts.map(({ songId }) => songId);
  return { stamp, sheets: sheets - uncounted.length, counts, songIds };
}
