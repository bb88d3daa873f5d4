import { sql } from 'drizzle-orm';
import { TIME_ZONE_COOKIE } from '#contract/first-reads.ts';
import { compare, type Finding, median } from './support/compare.ts';
import { compareWithBare, measureRequestRate } from './support/leaderboard.ts';
import { seedScoredShow } from './support/seed.ts';
import { buildSessionCookie, startUrlProduct } from './support/url-product.ts';

const PATHS = ['/', '/game', '/song-database'];

const PAGE_COUNT = 30;

/**
 * Measures the cost of the first screen: the response time of single pages with and without it, and
 * dashboards per second at full load, compared with bare Fastify.
 */
export async function measureFirstScreen(): Promise<Finding[]> {
  const product = await startUrlProduct(1_000, async ({ db }) => {
    await seedScoredShow(db, 'live');
    await db.execute(sql`
      insert into shows (name, city, date, time_zone, status)
      select 'The Bench, Night ' || n, 'Duluth', now() + n * interval '1 day', 'America/Chicago', 'open'
      from generate_series(1, 20) n`);
  });
  const plainCookie = buildSessionCookie(1);
  const cookie = `${plainCookie}; ${TIME_ZONE_COOKIE}=Europe/Berlin`;
  try {
    return [
      await compare({
        benchmark: 'first-screen',
        unit: 'ms',
        rounds: 5,
        product: () => measurePageTime(product.url, cookie),
        baseline: () => measurePageTime(product.url, plainCookie),
        threshold: { atMost: 4 },
      }),
      await compareWithBare(
        { url: `${product.url}/`, cookie },
        { benchmark: 'first-screen: full load', rounds: 3, threshold: { atLeast: 0.01 } },
      ),
      await compare({
        benchmark: 'first-screen: rush',
        unit: 'requests/s',
        rounds: 5,
        product: () => measureRequestRate(`${product.url}/`, cookie),
        baseline: () => measureRequestRate(`${product.url}/`, plainCookie),
        threshold: { atLeast: 0.7 },
      }),
    ];
  } finally {
    await product.close();
  }
}

async function measurePageTime(url: string, cookie: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < PAGE_COUNT; n += 1)
    for (const path of PATHS) {
      const start = performance.now();
      const response = await fetch(url + path, { headers: { cookie } });
      await response.text();
      times.push(performance.now() - start);
    }
  return median(times);
}
