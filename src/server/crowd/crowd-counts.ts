import { LRUCache } from 'lru-cache';
import type { Db } from '../db/open.ts';
import {
  type CachedPicks,
  isUnchanged,
  loadPicks,
  type PicksCache,
} from '../scoring/picks-cache.ts';
import { summarizeCrowd } from './summarize-crowd.ts';

type Counts = Awaited<ReturnType<typeof summarizeCrowd>>;

/** Counts take about 20 KB. */
const MAX_SHOWS = 50;

/**
 * Keeps each show's counts until its picks change: 100,000 sheets take seconds to read. Only a live
 * show's picks stay in the picks cache, which has room for few shows.
 */
export function createCrowdCounts(db: Db, picksCache: PicksCache) {
  const cache = new LRUCache<
    string,
    Omit<CachedPicks, 'picks'> & { sheets: number; counts: Counts }
  >({ max: MAX_SHOWS });

  return async ({ id, status }: { id: string; status: string }) => {
    const cached = cache.get(id);
    if (cached && (await isUnchanged(db, id, cached))) return cached;
    const { picks, ...version } =
      status === 'live' ? await picksCache.loadLive(db, id) : await loadPicks(db, id);
    const entry = { ...version, sheets: picks.count, counts: await summarizeCrowd(picks) };
    cache.set(id, entry);
    return entry;
  };
}
