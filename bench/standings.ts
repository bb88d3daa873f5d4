import { asc, eq, sql } from 'drizzle-orm';
import { indexSetlist, totalPoints } from '#contract/scoring.ts';
import { createLocalBus } from '#server/changes/bus.ts';
import { createChangeVersions } from '#server/changes/change-versions.ts';
import { type Db, openUrl } from '#server/db/open.ts';
import { predictionSongs, predictions } from '#server/db/schema/predictions.ts';
import { liveSetlistSongs } from '#server/db/schema/setlists.ts';
import { type Boards, createBoards } from '#server/leaderboards/boards.ts';
import { createPicksCache } from '#server/scoring/picks-cache.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { compare, type Finding } from './support/compare.ts';
import { seedFans, seedScoredShow } from './support/seed.ts';

const PREDICTION_COUNT = 100_000;

/**
 * Measures the time from a committed setlist row to the new standings of 100,000 predictions.
 * Compares it with copying and sorting a typed array of 100,000.
 */
export async function measureStandings(): Promise<Finding> {
  const postgres = await startPostgres();
  const { db, close } = await openUrl(postgres.url);
  try {
    await seedFans(db, PREDICTION_COUNT);
    const showId = await seedScoredShow(db, 'live');
    const bus = createLocalBus();
    const changeVersions = createChangeVersions(bus);
    const leaderboards = createBoards(
      { db, changeVersions },
      createPicksCache({ bus, changeVersions }),
    );
    await leaderboards.forShow(showId);
    await checkPoints(db, leaderboards, showId);
    const unsorted = Float64Array.from({ length: PREDICTION_COUNT }, () => Math.random());
    let version = 0;
    return await compare({
      benchmark: 'standings',
      unit: 'ms',
      rounds: 25,
      async product() {
        await db.execute(sql`update live_setlist_songs set is_closer = not is_closer
          where show_id = ${showId} and position = 22`);
        version += 1;
        const start = performance.now();
        await bus.publish([{ topic: 'standings', subjectId: showId, version }]);
        await (await leaderboards.forShow(showId)).page(20, 0);
        return performance.now() - start;
      },
      async baseline() {
        const start = performance.now();
        unsorted.slice().sort();
        return performance.now() - start;
      },
      threshold: { atMost: 3 },
    });
  } finally {
    await close();
    await postgres.stop();
  }
}

async function checkPoints(db: Db, leaderboards: Boards, showId: string): Promise<void> {
  const leaderboard = await leaderboards.forShow(showId);
  const matchesShow = eq(liveSetlistSongs.showId, showId);
  const setlist = indexSetlist(await db.select().from(liveSetlistSongs).where(matchesShow));
  const batchSize = 5_000;
  for (let start = 0; start < PREDICTION_COUNT; start += batchSize) {
    const rows = await db
      .select({
        userId: predictions.userId,
        picks: sql<{ songId: string; position: number }[]>`(
          select json_agg(json_build_object('songId', song_id, 'position', position))
          from ${predictionSongs} where prediction_id = predictions.id
        )`,
      })
      .from(predictions)
      .where(eq(predictions.showId, showId))
      .orderBy(asc(predictions.id))
      .limit(batchSize)
      .offset(start);
    for (const { userId, picks } of rows) {
      const row = await leaderboard.findRow({ userId, username: '' });
      if (row?.totalPoints !== totalPoints(picks, setlist))
        throw new Error(`${userId} has ${row?.totalPoints} points`);
    }
  }
}
