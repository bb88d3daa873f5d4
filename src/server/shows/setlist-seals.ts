import { notInArray } from 'drizzle-orm';
import type { Topic } from '#contract/freshness.ts';
import { canEnterSetlist } from '#contract/roles.ts';
import { arePicksRevealed, isSetlistSealed } from '#contract/show-lock.ts';
import { RESULT_STATUSES } from '#contract/shows.ts';
import type { Context } from '../context.ts';
import { shows } from '../db/schema/shows.ts';
import type { Viewer } from '../http/viewer.ts';
import { cacheUntilShowChanges } from './cache-until-show-changes.ts';
import type { ShowRow } from './show-row.ts';

type SealedShow = Pick<ShowRow, 'id' | 'status' | 'date' | 'locksAt' | 'arePredictionsFrozen'>;

/** Cache keys contain the seal, so that responses expire when predictions lock, without a write. */
export function createSetlistSeals({
  db,
  changeVersions,
  clock,
}: Pick<Context, 'db' | 'changeVersions' | 'clock'>) {
  const readShows = cacheUntilShowChanges(
    changeVersions,
    async (): Promise<ReadonlyMap<string, SealedShow>> => {
      const { id, status, date, locksAt, arePredictionsFrozen } = shows;
      const rows = await db
        .select({ id, status, date, locksAt, arePredictionsFrozen })
        .from(shows)
        .where(notInArray(status, [...RESULT_STATUSES]));
      return new Map(rows.map((row) => [row.id, row]));
    },
  );

  return {
    /** Returns a cache-key part that determines which rows a response has. */
    async findAudience(
      showId: string,
      viewer: Pick<Viewer, 'isAdmin' | 'scribeOf'>,
    ): Promise<string> {
      if (canEnterSetlist(viewer, showId)) return 'editors';
      const show = (await readShows()).get(showId);
      return show && isSetlistSealed(show, clock()) ? 'fans before the lock' : 'fans';
    },

    /** Returns the part of a cache key that determines whether a response has fans' picks. */
    async findPicksStage(showId: string): Promise<'hidden' | 'revealed'> {
      const show = (await readShows()).get(showId);
      return show && !arePicksRevealed(show, clock()) ? 'hidden' : 'revealed';
    },

    /** Returns the IDs of the shows that lock after `from` and no later than `to`. */
    async findOpenedBetween(from: number, to: number): Promise<string[]> {
      return [...(await readShows()).values()]
        .filter((show) => isSetlistSealed(show, from) && !isSetlistSealed(show, to))
        .map(({ id }) => id);
    },
  };
}

export function chooseSetlistTopic(
  show: Pick<ShowRow, 'status' | 'date' | 'locksAt'>,
  now: number,
): Extract<Topic, 'setlist' | 'sealedSetlist'> {
  return isSetlistSealed(show, now) ? 'sealedSetlist' : 'setlist';
}
