import { LRUCache } from 'lru-cache';
import type { Viewer } from '../http/viewer.ts';
import type { Bus } from '../realtime/bus.ts';

/** A session as it was read. */
export interface Seen {
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
const MOST_CHANGES = 10_000;

/** Remembers who is signed in, by the token, so that a reading costs no query for it. */
export function createViewerCache(bus: Bus, clock: () => number) {
  const remembered = new LRUCache<string, Seen & { asOf: number; until: number }>({
    max: MOST_SESSIONS,
  });
  // Changes are numbered: what was read before its account's last change is not believed, also
  // when the change came while it was being read.
  const lastChange = new Map<string, number>();
  let changes = 0;
  let forgottenBefore = 0;

  bus.subscribe(({ accounts = [] }) => {
    if (accounts.length === 0) return;
    changes += 1;
    for (const userId of accounts) lastChange.set(userId, changes);
    if (lastChange.size <= MOST_CHANGES) return;
    lastChange.clear();
    remembered.clear();
    forgottenBefore = changes;
  });

  function isBelieved({ viewer, asOf }: { viewer: Viewer; asOf: number }): boolean {
    return asOf >= forgottenBefore && asOf >= (lastChange.get(viewer.userId) ?? 0);
  }

  return {
    /** The session, where it is remembered and nothing has changed. */
    known(token: string): Seen | undefined {
      const known = remembered.get(token);
      return known && clock() < known.until && isBelieved(known) ? known : undefined;
    },
    /** The session as `find` finds it now, which is then remembered. */
    async read(token: string, find: () => Promise<Seen | undefined>): Promise<Seen | undefined> {
      const asOf = changes;
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
