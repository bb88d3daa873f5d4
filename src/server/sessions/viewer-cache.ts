import { LRUCache } from 'lru-cache';
import type { Concern } from '#contract/freshness.ts';
import type { ChangeVersions } from '../changes/change-versions.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** A session as it was read. */
export interface CachedViewer {
  viewer: Viewer;
  createdAt: Date;
  lastSeenAt: Date;
}

/**
 * How long a session is remembered. Changes made in this process are known at once, by the bus;
 * this bounds what another one does to the same database, such as the command line.
 */
const MEMORY_MS = 30_000;
const MOST_SESSIONS = 50_000;

/** Of whoever's account, where none is named: what their sessions may do, and their name. */
function concernsOf(userId: string | null): Concern[] {
  return [
    { topic: 'access', subjectId: userId },
    { topic: 'username', subjectId: userId },
  ];
}

/** Remembers who is signed in, by the token, so that a reading costs no query for it. */
export function createViewerCache(
  lastChange: ChangeVersions,
  clock: () => number,
  metrics?: Metrics,
) {
  // With `max` it would take the memory for all of them at once, at the start.
  const remembered = new LRUCache<string, CachedViewer & { asOf: number; until: number }>({
    maxSize: MOST_SESSIONS,
    sizeCalculation: () => 1,
  });

  /** What was read before its account's last change is not, also when that came while it was read. */
  function isBelieved({ viewer, asOf }: { viewer: Viewer; asOf: number }): boolean {
    return lastChange(concernsOf(viewer.userId)) <= asOf;
  }

  return {
    /** The session, where it is remembered and nothing has changed. */
    known(token: string): CachedViewer | undefined {
      const known = remembered.get(token);
      const isThere = known !== undefined && clock() < known.until && isBelieved(known);
      metrics?.lookedUp('sessions', isThere);
      return isThere ? known : undefined;
    },
    /** The session as `find` finds it now, which is then remembered. */
    async read(
      token: string,
      find: () => Promise<CachedViewer | undefined>,
    ): Promise<CachedViewer | undefined> {
      // Whose session it is, is not known before it is read.
      const asOf = lastChange(concernsOf(null));
      const found = await find();
      if (!found) {
        remembered.delete(token);
        return undefined;
      }
      const fresh = { ...found, asOf, until: clock() + MEMORY_MS };
      remembered.set(token, fresh);
      return fresh;
    },
  };
}
