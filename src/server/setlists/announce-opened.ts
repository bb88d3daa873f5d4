import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Change } from '#contract/freshness.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { createSetlistSeals } from '../shows/setlist-seals.ts';

const INTERVAL_MS = 1_000;

/** Announces setlists that open to fans at the lock, when nothing is written. */
export function announceOpenedSetlists(
  context: Pick<Context, 'db' | 'bus' | 'changeVersions' | 'clock'>,
  log: Pick<FastifyBaseLogger, 'error'>,
) {
  const { db, bus, clock } = context;
  const seals = createSetlistSeals(context);
  let checkedAt = clock();
  let announcing: Promise<void> | undefined;

  async function announceOpened(): Promise<void> {
    const now = clock();
    const opened = await seals.openedBetween(checkedAt, now);
    const found = await Promise.all(opened.map((showId) => findEntered(db, showId)));
    const changes = found.flatMap((change) => change ?? []);
    if (changes.length > 0) await bus.publish(changes);
    checkedAt = now;
  }

  const timer = setInterval(() => {
    announcing ??= announceOpened()
      .catch((err: unknown) => log.error({ err }, 'opened setlists could not be announced'))
      .finally(() => {
        announcing = undefined;
      });
  }, INTERVAL_MS).unref();
  return {
    async close() {
      clearInterval(timer);
      await announcing;
    },
  };
}

/** Waits for a row being written: its transaction may have read the clock before the lock. */
async function findEntered(db: Db, showId: string): Promise<Change | undefined> {
  return db.transaction(async (tx) => {
    const [show] = await tx
      .select({ version: shows.version })
      .from(shows)
      .where(eq(shows.id, showId))
      .for('share');
    const rows = await tx.$count(liveSetlistSongs, eq(liveSetlistSongs.showId, showId));
    if (!show || rows === 0) return undefined;
    return { topic: 'setlist', subjectId: showId, version: show.version };
  });
}
