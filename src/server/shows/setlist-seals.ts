import { notInArray } from 'drizzle-orm';
import type { Concern, Topic } from '#contract/freshness.ts';
import { isSetlistSealed, RESULT_STATUSES } from '#contract/shows.ts';
import type { Context } from '../context.ts';
import { shows } from '../db/schema/shows.ts';
import type { ShowRow } from './show-row.ts';

const ANY_SHOW: Concern[] = [{ topic: 'show', subjectId: null }];

type SealedShow = Pick<ShowRow, 'id' | 'status' | 'date' | 'locksAt'>;

/** Part of cache keys: responses expire at the lock, when nothing is written. */
export function createSetlistSeals({
  db,
  changeVersions,
  clock,
}: Pick<Context, 'db' | 'changeVersions' | 'clock'>) {
  let known: { asOf: number; shows: Promise<ReadonlyMap<string, SealedShow>> } | undefined;

  async function readShows(): Promise<ReadonlyMap<string, SealedShow>> {
    const { id, status, date, locksAt } = shows;
    const rows = await db
      .select({ id, status, date, locksAt })
      .from(shows)
      .where(notInArray(status, [...RESULT_STATUSES]));
    return new Map(rows.map((row) => [row.id, row]));
  }

  function knownShows(): Promise<ReadonlyMap<string, SealedShow>> {
    const asOf = changeVersions(ANY_SHOW);
    if (known?.asOf === asOf) return known.shows;
    const reading = { asOf, shows: readShows() };
    known = reading;
    reading.shows.catch(() => {
      if (known === reading) known = undefined;
    });
    return reading.shows;
  }

  return {
    /** The part of a cache key that says which rows a response contains. */
    async audienceOf(showId: string, { isAdmin }: { isAdmin: boolean }): Promise<string> {
      if (isAdmin) return 'administrators';
      const show = (await knownShows()).get(showId);
      return show && isSetlistSealed(show, clock()) ? 'fans before the lock' : 'fans';
    },

    /** Ids of the shows that lock after `from` and at or before `to`. */
    async openedBetween(from: number, to: number): Promise<string[]> {
      return [...(await knownShows()).values()]
        .filter((show) => isSetlistSealed(show, from) && !isSetlistSealed(show, to))
        .map(({ id }) => id);
    },
  };
}

export function setlistTopicOf(
  show: Pick<ShowRow, 'status' | 'date' | 'locksAt'>,
  now: number,
): Extract<Topic, 'setlist' | 'sealedSetlist'> {
  return isSetlistSealed(show, now) ? 'sealedSetlist' : 'setlist';
}
