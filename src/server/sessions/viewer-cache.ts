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

/**
 * How long a change can go unnoticed if the bus doesn't report it, such as one made by a command.
 */
const TTL_MS = 30_000;
const MAX_SESSIONS = 50_000;

function listAccountConcerns(userId: string | null): Concern[] {
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
  // The option `max` would allocate the memory for all entries up front.
  const entries = new LRUCache<string, CachedViewer & { asOf: number; expiresAt: number }>({
    maxSize: MAX_SESSIONS,
    sizeCalculation: () => 1,
  });

  function isCurrent({ viewer, asOf }: { viewer: Viewer; asOf: number }): boolean {
    return changeVersions(listAccountConcerns(viewer.userId)) <= asOf;
  }

  return {
    get(token: string): CachedViewer | undefined {
      const entry = entries.get(token);
      const isHit = entry !== undefined && clock() < entry.expiresAt && isCurrent(entry);
      metrics?.recordLookup('sessions', isHit);
      return isHit ? entry : undefined;
    },
    async load(
      token: string,
      loadSession: () => Promise<CachedViewer | undefined>,
    ): Promise<CachedViewer | undefined> {
      // Uses the latest version of any account, because the account is still unknown.
      const asOf = changeVersions(listAccountConcerns(null));
      const session = await loadSession();
      if (!session) {
        entries.delete(token);
        return undefined;
      }
      const entry = { ...session, asOf, expiresAt: clock() + TTL_MS };
      entries.set(token, entry);
      return entry;
    },
  };
}
