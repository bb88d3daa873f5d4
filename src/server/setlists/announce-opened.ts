import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Change } from '#contract/freshness.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { createSetlistSeals } from '../shows/setlist-seals.ts';

const INTERVAL_MS = 1_000;

/** Announces setlists that open to fans when predictions lock, because no write announces that. */
export function announceOpenedSetlists(
  context: Pick<Context, 'db' | 'bus' | 'changeVersions' | 'clock'>,
  log: Pick<FastifyBaseLogger, 'error'>,
) {
  const { db, bus, clock } = context;
  const seals = createSetlistSeals(context);
  let checkedAt = clock();
  let currentRun: Promise<void> | undefined;

  async function announceOpened(): Promise<void> {
    const now = clock();
    const showIds = await seals.findOpenedBetween(checkedAt, now);
    const openedChanges = await Promise.all(showIds.map((showId) => findChange(db, showId)));
    const changes = openedChanges.flatMap((change): Change[] =>
      change ? [change, { ...change, topic: 'credits' }] : [],
    );
    if (changes.length > 0) await bus.publish(changes);
    checkedAt = now;
  }

  const timer = setInterval(() => {
    currentRun ??= announceOpened()
      .catch((err: unknown) => log.error({ err }, 'failed to announce opened setlists'))
      .finally(() => {
        currentRun = undefined;
      });
  }, INTERVAL_MS).unref();
  return {
    async close() {
      clearInterval(timer);
      await currentRun;
    },
  };
}

/** Waits for concurrent writes, which may have read the clock before the lock. */
async function findChange(db: Db, showId: string): Promise<Change | undefined> {
  return db.transaction(async (tx) => {
    const [show] = await tx
      .select({ version: shows.version })
      .from(shows)
      .where(eq(shows.id, showId))
      .for('share');
    const rowCount = await tx.$count(liveSetlistSongs, eq(liveSetlistSongs.showId, showId));
    if (!show || rowCount === 0) return undefined;
    return { topic: 'setlist', subjectId: showId, version: show.version };
  });
}
