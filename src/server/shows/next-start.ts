import { and, lt, notInArray, type SQL } from 'drizzle-orm';
import { UNPLAYED_STATUSES } from '#contract/shows.ts';
import type { Context } from '../context.ts';
import { shows } from '../db/schema/shows.ts';
import { cacheUntilShowChanges } from './cache-until-show-changes.ts';

/** Returns the next start for cache keys, so that responses expire when a show starts. */
export function createNextStart({
  db,
  changeVersions,
  clock,
}: Pick<Context, 'db' | 'changeVersions' | 'clock'>): () => Promise<Date | undefined> {
  const readStarts = cacheUntilShowChanges(changeVersions, async () => {
    const rows = await db.select({ date: shows.date }).from(shows).orderBy(shows.date);
    return rows.map(({ date }) => date);
  });

  return async () => {
    const allStarts = await readStarts();
    const now = clock();
    return allStarts.find((start) => start.getTime() > now);
  };
}

/**
 * A show that goes live or closes early is included from its date on, so no play is in the future.
 */
export function isIncludedInStatistics(next: Date | undefined): SQL | undefined {
  return and(notInArray(shows.status, [...UNPLAYED_STATUSES]), next && lt(shows.date, next));
}
