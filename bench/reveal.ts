import { monitorEventLoopDelay } from 'node:perf_hooks';
import { brotliCompressSync, constants } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { getCrowd } from '#contract/crowd.ts';
import { PREDICTION_CUTOFF_MS } from '#contract/show-lock.ts';
import { createCrowdCounts } from '#server/crowd/crowd-counts.ts';
import type { Db } from '#server/db/open.ts';
import { requestPages } from './load/request-pages.ts';
import { addDetails, compare, compareWithTarget, type Finding, median } from './support/compare.ts';
import { compareWithBare, startBareServer } from './support/leaderboard.ts';
import { seedScoredShow } from './support/seed.ts';
import { buildSessionCookie, startUrlProduct } from './support/url-product.ts';

const FAN_COUNT = 100_000;
const PAGE_COUNT = 5_000;
const ROUND_COUNT = 5;
const TARGET_MS = 2_000;
const TARGET_STALL_MS = 50;
const TARGET_PAGE_MS = 500;

/**
 * Measures a show with 100,000 predictions when it locks: the time to count the crowd's picks, the
 * longest block of the event loop meanwhile, and 5,000 pages that request the crowd at the same
 * time. Then compares requests for the crowd and for a fan's page with bare Fastify.
 */
export async function measureReveal(): Promise<Finding[]> {
  let showId = '';
  const product = await startUrlProduct(FAN_COUNT, async ({ db }) => {
    showId = await seedScoredShow(db);
    await lockNow(db, showId);
  });
  try {
    const crowd = getCrowd.path.replace('{id}', showId);
    const pages = await measurePages(product.url + crowd);
    const counting = await measureCounting(product.database.db, showId);
    const fan = { cookie: buildSessionCookie(1) };
    const plan = { rounds: 5, threshold: { atLeast: 0.6 } };
    return [
      ...pages,
      ...counting,
      await compareWithBare(
        { ...fan, url: product.url + crowd },
        { benchmark: 'reveal: crowd', ...plan },
      ),
      await compareWithBare(
        { ...fan, url: `${product.url}/api/fans/fan2` },
        { benchmark: 'reveal: fan page', ...plan },
      ),
    ];
  } finally {
    await product.close();
  }
}

async function lockNow(db: Db, showId: string): Promise<void> {
  const date = new Date(Date.now() + PREDICTION_CUTOFF_MS);
  await db.execute(sql`
    update shows set status = 'open', date = ${date.toISOString()}::timestamptz where id = ${showId}`);
}

async function measurePages(url: string): Promise<Finding[]> {
  const beforeCounting = findP99(await requestPages(url, PAGE_COUNT));
  const response = await fetch(url, { headers: { cookie: buildSessionCookie(1) } });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
  const body = brotliCompressSync(Buffer.from(await response.arrayBuffer()), { params });
  const bareServer = await startBareServer(body);
  try {
    const finding = await compare({
      benchmark: 'reveal: 5,000 pages',
      unit: 'ms',
      rounds: ROUND_COUNT,
      product: async () => findP99(await requestPages(url, PAGE_COUNT)),
      baseline: async () => findP99(await requestPages(bareServer.url, PAGE_COUNT)),
      threshold: { atMost: 2 },
    });
    const time = compareWithTarget({
      benchmark: 'reveal: pages, time',
      unit: 'ms',
      product: finding.product,
      target: TARGET_PAGE_MS,
    });
    return [finding, addDetails(time, { 'p99 before it is counted': beforeCounting })];
  } finally {
    await bareServer.stop();
  }
}

function findP99(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

/** Creates new counts each time, because a server counts a show once. */
async function measureCounting(db: Db, id: string): Promise<Finding[]> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  const stalls: number[] = [];
  const finding = await compare({
    benchmark: 'reveal: counting',
    unit: 'ms',
    rounds: ROUND_COUNT,
    async product() {
      delays.reset();
      delays.enable();
      const start = performance.now();
      const { sheets } = await createCrowdCounts(db)(id);
      const duration = performance.now() - start;
      delays.disable();
      stalls.push(delays.max / 1e6);
      if (sheets !== FAN_COUNT) throw new Error(`${sheets} sheets were counted`);
      return duration;
    },
    async baseline() {
      const start = performance.now();
      await db.execute(sql`
        select song_id, position, count(*) from prediction_songs
        join predictions on predictions.id = prediction_id
        where show_id = ${id} group by song_id, position`);
      return performance.now() - start;
    },
    threshold: { atMost: 4 },
  });
  const stall = compareWithTarget({
    benchmark: 'reveal: stall',
    unit: 'ms',
    product: median(stalls),
    target: TARGET_STALL_MS,
  });
  const time = compareWithTarget({
    benchmark: 'reveal: time',
    unit: 'ms',
    product: finding.product,
    target: TARGET_MS,
  });
  return [finding, time, addDetails(stall, { worst: Math.max(...stalls) })];
}
