import { eq, inArray, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Concern } from '#contract/freshness.ts';
import type { Context } from '../context.ts';
import type { Db, DbOrTx } from '../db/open.ts';
import { predictions } from '../db/schema/predictions.ts';
import { songs } from '../db/schema/songs.ts';
import type { Tx } from '../db/transaction.ts';
import { readShowPicks, type ShowPicks } from './show-picks.ts';

export interface CachedPicks {
  picks: ShowPicks;
  songIds: readonly string[];
  stamp: string;
}

interface CacheEntry {
  loading: Promise<CachedPicks>;
  loaded: CachedPicks | undefined;
  checkedAtVersion: number;
}

const MAX_SHOWS = 4;

export type PicksCache = ReturnType<typeof createPicksCache>;

/** 100,000 predictions take seconds to read and 8 MB of memory. */
export function createPicksCache({ bus, changeVersions }: Pick<Context, 'bus' | 'changeVersions'>) {
  const entries = new LRUCache<string, CacheEntry>({ max: MAX_SHOWS });
  // Predictions may change while a show is reopened.
  bus.subscribe((changes) => {
    for (const { topic, subjectId } of changes)
      if (topic === 'show') subjectId ? entries.delete(subjectId) : entries.clear();
  });

  async function loadLive(db: Db, showId: string): Promise<CachedPicks> {
    const version = changeVersions(listConcerns(showId));
    const cachedEntry = entries.get(showId);
    if (cachedEntry?.checkedAtVersion === version) return cachedEntry.loading;
    if (cachedEntry?.loaded && (await isUnchanged(db, showId, cachedEntry.loaded))) {
      cachedEntry.checkedAtVersion = version;
      return cachedEntry.loaded;
    }
    const entry: CacheEntry = {
      loading: loadPicks(db, showId),
      loaded: undefined,
      checkedAtVersion: version,
    };
    entries.set(showId, entry);
    try {
      entry.loaded = await entry.loading;
      return entry.loaded;
    } catch (error) {
      if (entries.peek(showId) === entry) entries.delete(showId);
      throw error;
    }
  }

  return {
    async readLive(db: Db, showId: string): Promise<ShowPicks> {
      return (await loadLive(db, showId)).picks;
    },
    /** Lock the show first. Not cached: the transaction may still roll back. */
    async readLocked(tx: Tx, showId: string): Promise<ShowPicks> {
      // Doesn't await a read in progress, which may itself wait for this transaction's connection.
      const cachedPicks = entries.get(showId)?.loaded;
      if (cachedPicks && (await isUnchanged(tx, showId, cachedPicks))) return cachedPicks.picks;
      return readShowPicks(tx, showId);
    },
  };
}

function listConcerns(showId: string): Concern[] {
  return [
    { topic: 'show', subjectId: showId },
    { topic: 'entrants', subjectId: showId },
    { topic: 'song', subjectId: null },
  ];
}

export function loadPicks(db: Db, showId: string): Promise<CachedPicks> {
  return db.transaction(
    async (tx) => {
      const stamp = await readStamp(tx, showId);
      const picks = await readShowPicks(tx, showId);
      const songIds = [...new Set(picks.distinctPicks.map(({ songId }) => songId))];
      return { picks, songIds, stamp };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Also checks the number of songs, because deleting one changes picks but not the stamp. */
export async function isUnchanged(
  db: DbOrTx,
  showId: string,
  { stamp, songIds }: Pick<CachedPicks, 'stamp' | 'songIds'>,
): Promise<boolean> {
  if ((await readStamp(db, showId)) !== stamp) return false;
  return (await db.$count(songs, inArray(songs.id, [...songIds]))) === songIds.length;
}

export async function readStamp(db: DbOrTx, showId: string): Promise<string> {
  const [stamp] = await db
    .select({
      count: sql<string>`count(*)`,
      submissionTimes: sql<string>`sum(extract(epoch from ${predictions.submittedAt}))`,
    })
    .from(predictions)
    .where(eq(predictions.showId, showId));
  return `${stamp?.count} ${stamp?.submissionTimes}`;
}
