import { setTimeout as sleep } from 'node:timers/promises';
import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { refetchSpread } from '#contract/realtime.ts';
import { buildUrl } from '#contract/url.ts';
import { percentile } from '../../bench/load/report.ts';
import { closeConnections, sendRequest } from '../../bench/load/send-request.ts';
import { buildSessionCookie } from '../../bench/support/embedded-product.ts';
import { type SeededProduct, startSeededProduct } from '../crowd/seeded-product.ts';
import { sendOrThrow } from '../nodes/api-client.ts';
import { findPostgres } from '../support/installed-programs.ts';
import { endWithInvariants, type Outcome, SkippedFault } from './outcome.ts';

const SONG_COUNT = 20;
const MAX_QUERIES = 3;
const TARGET_MS = 1_000;

/**
 * Pages that can't apply the event's data refetch the leaderboard. PostgreSQL counts the queries.
 */
export async function runHerd(pages: number): Promise<Outcome> {
  if (!findPostgres()) throw new SkippedFault('PostgreSQL is not installed');
  const product = await startSeededProduct('url', pages, {
    postgresSettings: { shared_preload_libraries: 'pg_stat_statements' },
  });
  try {
    const { admin, showId, query } = product;
    await query('create extension pg_stat_statements');
    await product.startShow();
    for (const songId of product.songIds.slice(0, SONG_COUNT)) await product.play(songId);
    await sendOrThrow(admin, 200, 'PATCH', `/api/shows/${showId}/status`, { status: 'closed' });
    // Warms up the caches, so that only the scores are new.
    await fetchAll(product);
    await sendOrThrow(admin, 200, 'POST', `/api/shows/${showId}/calculate-scores`);
    await query('select pg_stat_statements_reset()');
    const responses = await fetchAll(product);
    const [queryCount] = await query<{ count: number }>(
      `select coalesce(sum(calls), 0)::int as count from pg_stat_statements
       where query ~* '^\\s*(with|select)' and query ~* 'predictions|total_points'
         and query !~* 'pg_stat_statements'`,
    );
    const p99 = Math.round(
      percentile(
        responses.map(({ ms }) => ms),
        0.99,
      ),
    );
    const count = queryCount?.count ?? Number.NaN;
    return await endWithInvariants(await product.databaseUrl(), {
      summary: `${pages} pages × 2 reads within ${refetchSpread(pages)} ms: ${count} queries of the leaderboard, p99 ${p99} ms`,
      broken: {
        'extra queries': Math.max(0, count - MAX_QUERIES),
        'reads that failed': responses.filter(({ status }) => status !== 200).length,
        'ms over a second at p99': Math.max(0, p99 - TARGET_MS),
      },
    });
  } finally {
    closeConnections();
    await product.close();
  }
}

/** Measures times from the scheduled request. */
async function fetchAll({ url, showId, userIds }: SeededProduct) {
  const params = { id: showId };
  const paths = [getShowLeaderboard, getMyShowRow].map(({ path }) => buildUrl(path, { params }));
  const startedAt = performance.now();
  const responses = userIds.map(async (_, fan) => {
    const scheduledAt = startedAt + Math.random() * refetchSpread(userIds.length);
    await sleep(scheduledAt - performance.now());
    return Promise.all(
      paths.map(async (path) => {
        const { status } = await sendRequest(url + path, { cookie: buildSessionCookie(fan) });
        return { status, ms: performance.now() - scheduledAt };
      }),
    );
  });
  return (await Promise.all(responses)).flat();
}
