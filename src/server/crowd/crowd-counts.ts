import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/open.ts';
import { findUncountedFans } from '../predictions/counted-sheets.ts';
import {
  type CachedPicks,
  isUnchanged,
  loadPicks,
  type PicksCache,
} from '../scoring/picks-cache.ts';
import { type CrowdCounts, summarizeCrowd } from './summarize-crowd.ts';

type CachedCounts = Omit<CachedPicks, 'picks'> &
  CrowdCounts & {
    /** A hash, because there may be thousands. */
    uncountedFans: string;
  };

/** Counts take about 20 KB. */
const MAX_SHOWS = 50;

/**
 * Keeps each show's counts until its picks or the counted sheets change: 100,000 sheets take seconds
 * to read. Only a live show's picks stay in the picks cache, which has room for few shows.
 */
export function createCrowdCounts(db: Db, picksCache: PicksCache) {
  const cache = new LRUCache<string, CachedCounts>({ max: MAX_SHOWS });

  return async ({ id, status }: { id: string; status: string }): Promise<CrowdCounts> => {
    const uncounted = await findUncountedFans(db, id);
    const uncountedFans = createHash('sha256').update(uncounted.join()).digest('base64');
    const cached = cache.get(id);
    if (cached?.uncountedFans === uncountedFans && (await isUnchanged(db, id, cached)))
      return cached;
    const { picks, ...version } =
      status === 'live' ? await picksCache.loadLive(db, id) : await loadPicks(db, id);
    const entry = { ...version, ...(await summarizeCrowd(picks, uncounted)), uncountedFans };
    cache.set(id, entry);
    return entry;
  };
}
