import { and, lt, notInArray, type SQL } from 'drizzle-orm';
import type { Concern } from '#contract/freshness.ts';
import { UNPLAYED_STATUSES } from '#contract/shows.ts';
import type { Context } from '../context.ts';
import { shows } from '../db/schema/shows.ts';

const ANY_SHOW: Concern[] = [{ topic: 'show', subjectId: null }];

/**
 * Tells when the next show starts; undefined after the last. An answer that depends on which shows
 * have started is made from this alone and has it in its key, and so is out of date in time.
 */
export function createNextStart({
  db,
  lastChange,
  clock,
}: Pick<Context, 'db' | 'lastChange' | 'clock'>): () => Promise<Date | undefined> {
  let starts: Promise<Date[]> | undefined;
  let startsAsOf = 0;

  async function readStarts(): Promise<Date[]> {
    const rows = await db.select({ date: shows.date }).from(shows).orderBy(shows.date);
    return rows.map(({ date }) => date);
  }

  function rememberedStarts(): Promise<Date[]> {
    const asOf = lastChange(ANY_SHOW);
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
 * Which shows figures count: those before the next to start, but none that is postponed or
 * cancelled. One that goes live or is closed ahead of its date counts from its date on, as no song
 * was last played in the future.
 */
export function haveStarted(next: Date | undefined): SQL | undefined {
  return and(notInArray(shows.status, [...UNPLAYED_STATUSES]), next && lt(shows.date, next));
}
