import { eq, inArray, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Concern } from '#contract/freshness.ts';
import type { Context } from '../context.ts';
import type { Db, DbOrTx } from '../db/open.ts';
import { predictions } from '../db/schema/predictions.ts';
import { songs } from '../db/schema/songs.ts';
import type { Tx } from '../db/transaction.ts';
import { readShowPicks, type ShowPicks } from './show-picks.ts';

interface Held {
  picks: ShowPicks;
  songIds: readonly string[];
  stamp: string;
}

interface Keeping {
  reading: Promise<Held>;
  held: Held | undefined;
  /** The change version at which the picks were last checked. */
  rightAsOf: number;
}

const MAX_SHOWS = 4;

export type PicksCache = ReturnType<typeof createPicksCache>;

/** For frozen predictions: 100,000 of them take seconds to read and 8 MB of memory. */
export function createPicksCache({ bus, changeVersions }: Pick<Context, 'bus' | 'changeVersions'>) {
  const kept = new LRUCache<string, Keeping>({ max: MAX_SHOWS });
  // A reopened show may come back with other predictions.
  bus.subscribe((changes) => {
    for (const { topic, subjectId } of changes)
      if (topic === 'show') subjectId ? kept.delete(subjectId) : kept.clear();
  });

  return {
    async ofLive(db: Db, showId: string): Promise<ShowPicks> {
      const asOf = changeVersions(concernsOf(showId));
      const known = kept.get(showId);
      if (known?.rightAsOf === asOf) return (await known.reading).picks;
      if (known?.held && (await isValid(db, showId, known.held))) {
        known.rightAsOf = asOf;
        return known.held.picks;
      }
      const keeping: Keeping = { reading: read(db, showId), held: undefined, rightAsOf: asOf };
      kept.set(showId, keeping);
      try {
        keeping.held = await keeping.reading;
        return keeping.held.picks;
      } catch (error) {
        if (kept.peek(showId) === keeping) kept.delete(showId);
        throw error;
      }
    },
    /** Lock the show first. Not cached, because the transaction may still roll back. */
    async ofLocked(tx: Tx, showId: string): Promise<ShowPicks> {
      // Doesn't await a read in progress, which may itself wait for this transaction's connection.
      const held = kept.get(showId)?.held;
      if (held && (await isValid(tx, showId, held))) return held.picks;
      return readShowPicks(tx, showId);
    },
  };
}

function concernsOf(showId: string): Concern[] {
  return [
    { topic: 'show', subjectId: showId },
    { topic: 'entrants', subjectId: showId },
    { topic: 'song', subjectId: null },
  ];
}

function read(db: Db, showId: string): Promise<Held> {
  return db.transaction(
    async (tx) => {
      const stamp = await stampOf(tx, showId);
      const picks = await readShowPicks(tx, showId);
      const songIds = [...new Set(picks.different.map(({ songId }) => songId))];
      return { picks, songIds, stamp };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Also counts songs, because deleting one changes picks but not the stamp. */
async function isValid(db: DbOrTx, showId: string, { stamp, songIds }: Held): Promise<boolean> {
  if ((await stampOf(db, showId)) !== stamp) return false;
  return (await db.$count(songs, inArray(songs.id, [...songIds]))) === songIds.length;
}

async function stampOf(db: DbOrTx, showId: string): Promise<string> {
  const [stamp] = await db
    .select({
      count: sql<string>`count(*)`,
      moments: sql<string>`sum(extract(epoch from ${predictions.submittedAt}))`,
    })
    .from(predictions)
    .where(eq(predictions.showId, showId));
  return `${stamp?.count} ${stamp?.moments}`;
}
