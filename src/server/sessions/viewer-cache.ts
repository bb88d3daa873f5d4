import { LRUCache } from 'lru-cache';
import type { Concern } from '#contract/freshness.ts';
import type { ChangeVersions } from '../changes/change-versions.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Metrics } from '../metrics/metrics.ts';

export interface CachedViewer {
  viewer: Viewer;
  createdAt: Date;
  lastSeenAt: Date;
}

/** Bounds the delay of changes the bus doesn't report, such as the command line's. */
const TTL_MS = 30_000;
const MAX_SESSIONS = 50_000;

/** Null means any account. */
function concernsOf(userId: string | null): Concern[] {
  return [
    { topic: 'access', subjectId: userId },
    { topic: 'username', subjectId: userId },
  ];
}

export function createViewerCache(
  changeVersions: ChangeVersions,
  clock: () => number,
  metrics?: Metrics,
) {
  // Not `max`, which allocates the memory for all entries up front.
  const cached = new LRUCache<string, CachedViewer & { asOf: number; until: number }>({
    maxSize: MAX_SESSIONS,
    sizeCalculation: () => 1,
  });

  /** False if the account changed after the read began. */
  function isCurrent({ viewer, asOf }: { viewer: Viewer; asOf: number }): boolean {
    return changeVersions(concernsOf(viewer.userId)) <= asOf;
  }

  return {
    known(token: string): CachedViewer | undefined {
      const known = cached.get(token);
      const isHit = known !== undefined && clock() < known.until && isCurrent(known);
      metrics?.recordLookup('sessions', isHit);
      return isHit ? known : undefined;
    },
    async read(
      token: string,
      find: () => Promise<CachedViewer | undefined>,
    ): Promise<CachedViewer | undefined> {
      // The account isn't known yet, so this is the version of any account.
      const asOf = changeVersions(concernsOf(null));
      const found = await find();
      if (!found) {
        cached.delete(token);
        return undefined;
      }
      const fresh = { ...found, asOf, until: clock() + TTL_MS };
      cached.set(token, fresh);
      return fresh;
    },
  };
}
