import { setTimeout as sleep } from 'node:timers/promises';
import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { refetchSpread } from '#contract/realtime.ts';
import { urlOf } from '#contract/url.ts';
import { ask, stopAsking } from '../../bench/load/ask.ts';
import { percentile } from '../../bench/load/report.ts';
import { cookieOf } from '../../bench/support/embedded-product.ts';
import { type Evening, openEvening } from '../crowd/evening.ts';
import { must } from '../nodes/person.ts';
import { findPostgres } from '../support/installed-programs.ts';
import { endWithInvariants, type Outcome, SkippedFault } from './outcome.ts';

const SONGS = 20;
const MAX_QUERIES = 3;
const PROMISED_MS = 1_000;

/**
 * Announces scores to pages that can't apply the message's data. Each page reads the show's board
 * and its own row within the contract's spread. PostgreSQL counts its queries.
 */
export async function herd(pages: number): Promise<Outcome> {
  if (!findPostgres()) throw new SkippedFault('PostgreSQL is not installed');
  const evening = await openEvening('url', pages, {
    postgresSettings: { shared_preload_libraries: 'pg_stat_statements' },
  });
  try {
    const { admin, showId, query } = evening;
    await query('create extension pg_stat_statements');
    await evening.begin();
    for (const songId of evening.songIds.slice(0, SONGS)) await evening.play(songId);
    await must(admin, 200, 'PATCH', `/api/shows/${showId}/status`, { status: 'closed' });
    // Warm up the reads, so that only the scores are new.
    await readAll(evening);
    await must(admin, 200, 'POST', `/api/shows/${showId}/calculate-scores`);
    await query('select pg_stat_statements_reset()');
    const answers = await readAll(evening);
    const [asked] = await query<{ count: number }>(
      `select coalesce(sum(calls), 0)::int as count from pg_stat_statements
       where query ~* '^\\s*(with|select)' and query ~* 'predictions|total_points'
         and query !~* 'pg_stat_statements'`,
    );
    const p99 = Math.round(
      percentile(
        answers.map(({ ms }) => ms),
        0.99,
      ),
    );
    const count = asked?.count ?? Number.NaN;
    return await endWithInvariants(await evening.databaseUrl(), {
      summary: `${pages} pages × 2 reads within ${refetchSpread(pages)} ms: ${count} queries of the board, p99 ${p99} ms`,
      broken: {
        'extra queries': Math.max(0, count - MAX_QUERIES),
        'reads that failed': answers.filter(({ status }) => status !== 200).length,
        'ms over a second at p99': Math.max(0, p99 - PROMISED_MS),
      },
    });
  } finally {
    stopAsking();
    await evening.close();
  }
}

/**
 * Reads the board and the own row for every page. Times count from the moment a page wants to read.
 */
async function readAll({ url, showId, userIds }: Evening) {
  const params = { id: showId };
  const paths = [getShowLeaderboard, getMyShowRow].map(({ path }) => urlOf(path, { params }));
  const begun = performance.now();
  const answers = userIds.map(async (_, fan) => {
    const scheduled = begun + Math.random() * refetchSpread(userIds.length);
    await sleep(scheduled - performance.now());
    return Promise.all(
      paths.map(async (path) => {
        const { status } = await ask(url + path, { cookie: cookieOf(fan) });
        return { status, ms: performance.now() - scheduled };
      }),
    );
  });
  return (await Promise.all(answers)).flat();
}
