import { calculateScores } from '#server/scoring/calculate.ts';
import type { Finding } from './support/compare.ts';
import { compareLeaderboardWithBare } from './support/leaderboard.ts';
import { seedScoredShow } from './support/seed.ts';
import { buildSessionCookie, startUrlProduct } from './support/url-product.ts';

const FAN_COUNT = 100_000;

/** Compares GET /api/leaderboard for 100,000 scored fans with bare Fastify. */
export async function measureLeaderboard(): Promise<Finding> {
  const product = await startUrlProduct(FAN_COUNT, async ({ db }) => {
    const showId = await seedScoredShow(db);
    await db.transaction((tx) => calculateScores(tx, { clock: Date.now }, showId));
  });
  try {
    const fan = { url: product.url, cookie: buildSessionCookie(1) };
    return await compareLeaderboardWithBare(fan, {
      benchmark: 'leaderboard',
      rounds: 9,
      threshold: { atLeast: 0.6 },
    });
  } finally {
    await product.close();
  }
}
