import { sql } from 'drizzle-orm';
import { createLocalBus } from '#server/changes/bus.ts';
import { createChangeVersions } from '#server/changes/change-versions.ts';
import { openUrl } from '#server/db/open.ts';
import { calculateScores } from '#server/scoring/calculate.ts';
import { createPicksCache } from '#server/scoring/picks-cache.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { compare, type Finding } from './support/compare.ts';
import { seedFans, seedScoredShow } from './support/seed.ts';

const PREDICTION_COUNT = 100_000;

/**
 * Measures the time to close a live show with 100,000 predictions, including the totals. Compares
 * it with a bare UPDATE of the same rows.
 */
export async function measureScoring(): Promise<Finding> {
  const postgres = await startPostgres();
  const { db, close } = await openUrl(postgres.url);
  try {
    await seedFans(db, PREDICTION_COUNT);
    const showId = await seedScoredShow(db, 'live');
    const bus = createLocalBus();
    const picksCache = createPicksCache({ bus, changeVersions: createChangeVersions(bus) });
    const scorer = { clock: Date.now, picksCache };
    await picksCache.readLive(db, showId);
    await db.transaction((tx) => calculateScores(tx, scorer, showId));
    await db.execute(sql`create table known_points as select id, points from predictions`);
    await db.execute(sql`create table known_totals as
      select id, total_points, games_played, average_score from users`);
    return await compare({
      benchmark: 'score',
      unit: 'ms',
      rounds: 5,
      product: () => measureTime(() => db.transaction((tx) => calculateScores(tx, scorer, showId))),
      baseline: () =>
        measureTime(() =>
          db.transaction(async (tx) => {
            await tx.execute(sql`update predictions set points = known.points
              from known_points known where known.id = predictions.id`);
            await tx.execute(sql`update users set total_points = known.total_points,
                games_played = known.games_played, average_score = known.average_score
              from known_totals known where known.id = users.id`);
          }),
        ),
      threshold: { atMost: 1.5 },
    });
  } finally {
    await close();
    await postgres.stop();
  }

  /** Starts from a show without points, on vacuumed tables. */
  async function measureTime(work: () => Promise<unknown>): Promise<number> {
    await db.execute(sql`update shows set scored_at = null`);
    await db.execute(sql`update predictions set points = null`);
    await db.execute(sql`update users set total_points = 0, games_played = 0, average_score = 0`);
    await db.execute(sql`vacuum analyze predictions`);
    await db.execute(sql`vacuum analyze users`);
    await db.execute(sql`checkpoint`);
    const start = performance.now();
    await work();
    return performance.now() - start;
  }
}
