import { eq, inArray, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Concern } from '#contract/freshness.ts';
import type { Context } from '../context.ts';
import type { Db, DbOrTx, Tx } from '../db/open.ts';
import { predictions } from '../db/schema/predictions.ts';
import { songs } from '../db/schema/songs.ts';
import { readShowPicks, type ShowPicks } from './show-picks.ts';

interface Held {
  picks: ShowPicks;
  songIds: readonly string[];
  stamp: string;
}

interface Keeping {
  reading: Promise<Held>;
  held: Held | undefined;
  /** The last change as of which it was seen to be right. */
  rightAsOf: number;
}

/** Few shows are live at once; of more, those not asked for are read again when they are. */
const MOST_SHOWS = 4;

export type HeldPicks = ReturnType<typeof createHeldPicks>;

/**
 * The picks of shows whose predictions are frozen, read once: 100,000 predictions take seconds to
 * read and 8 MB to hold. What is held is used only while the predictions are the same as then.
 */
export function createHeldPicks({ bus, lastChange }: Pick<Context, 'bus' | 'lastChange'>) {
  const kept = new LRUCache<string, Keeping>({ max: MOST_SHOWS });
  // A show that is opened again may come back with other predictions.
  bus.subscribe((changes) => {
    for (const { topic, subjectId } of changes)
      if (topic === 'show') subjectId ? kept.delete(subjectId) : kept.clear();
  });

  return {
    /** A live show's, to be looked at; read and held if they are not. */
    async ofLive(db: Db, showId: string): Promise<ShowPicks> {
      const asOf = lastChange(concernsOf(showId));
      const known = kept.get(showId);
      if (known?.rightAsOf === asOf) return (await known.reading).picks;
      if (known?.held && (await isRight(db, showId, known.held))) {
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
    /** For what is stored: of a show that is locked, as this transaction sees it. It may yet fail, so nothing is held of it. */
    async ofLocked(tx: Tx, showId: string): Promise<ShowPicks> {
      // What is still being read is not waited for: that may wait for this transaction's connection.
      const held = kept.get(showId)?.held;
      if (held && (await isRight(tx, showId, held))) return held.picks;
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

/** Whether no prediction was made, changed or removed since, nor one of its songs deleted. */
async function isRight(db: DbOrTx, showId: string, { stamp, songIds }: Held): Promise<boolean> {
  if ((await stampOf(db, showId)) !== stamp) return false;
  return (await db.$count(songs, inArray(songs.id, [...songIds]))) === songIds.length;
}

/** Differs whenever predictions were made, changed or removed since. */
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
