import { and, lt, notInArray, type SQL } from 'drizzle-orm';
import type { Concern } from '#contract/freshness.ts';
import { UNPLAYED_STATUSES } from '#contract/shows.ts';
import type { Context } from '../context.ts';
import { shows } from '../db/schema/shows.ts';

const ANY_SHOW: Concern[] = [{ topic: 'show', subjectId: null }];

/** The next show's start. In a cache key, it expires what depends on which shows have started. */
export function createNextStart({
  db,
  changeVersions,
  clock,
}: Pick<Context, 'db' | 'changeVersions' | 'clock'>): () => Promise<Date | undefined> {
  let starts: Promise<Date[]> | undefined;
  let startsAsOf = 0;

  async function readStarts(): Promise<Date[]> {
    const rows = await db.select({ date: shows.date }).from(shows).orderBy(shows.date);
    return rows.map(({ date }) => date);
  }

  function rememberedStarts(): Promise<Date[]> {
    const asOf = changeVersions(ANY_SHOW);
    if (starts && startsAsOf === asOf) return starts;
    const reading = readStarts();
    starts = reading;
    startsAsOf = asOf;
    reading.catch(() => {
      if (starts === reading) starts = undefined;
    });
    return reading;
  }

  return async () => {
    const all = await rememberedStarts();
    const now = clock();
    return all.find((start) => start.getTime() > now);
  };
}

/**
 * SQL: the shows that count for statistics. One that goes live or is closed early counts from its
 * date on, because no play may be in the future.
 */
export function countsForStatistics(next: Date | undefined): SQL | undefined {
  return and(notInArray(shows.status, [...UNPLAYED_STATUSES]), next && lt(shows.date, next));
}
