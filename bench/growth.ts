import autocannon from 'autocannon';
import { sql } from 'drizzle-orm';
import { getShowLeaderboard } from '#contract/leaderboards.ts';
import { createPrediction } from '#contract/predictions.ts';
import {
  addDetails,
  compareWithTarget,
  createFinding,
  type Finding,
  median,
} from './support/compare.ts';
import { compareLeaderboardWithBare } from './support/leaderboard.ts';
import { startLiveShow } from './support/live-show.ts';
import { createProbe } from './support/probe-client.ts';
import { buildSessionCookie } from './support/url-product.ts';

/** `GROWTH_FANS=1000,1000000` sets other sizes. Each size has its own database. */
const SIZES = (process.env.GROWTH_FANS ?? '1000,10000,100000').split(',').map(Number);
const TARGET_MB = 700;
const SUBMISSION_COUNT = 1_000;
const SONG_COUNT = 7;

interface Size {
  fans: number;
  /** Relative to bare Fastify at the same time, because the sizes are measured minutes apart. */
  leaderboardRatio: number;
  submissionsPerSecond: number;
  standingsMs: number;
  megabytes: number;
}

/**
 * Compares the built server with the most and with the fewest fans: requests for the global
 * leaderboard, submissions, the time from a song's POST to the new leaderboard, and memory.
 */
export async function measureGrowth(): Promise<Finding[]> {
  const sizes: Size[] = [];
  for (const fans of SIZES) sizes.push(await measure(fans));
  const [smallest, largest] = [sizes[0], sizes.at(-1)];
  if (!smallest || !largest) throw new Error('GROWTH_FANS contains no sizes');
  const compareSizes = (value: (size: Size) => number) => ({
    product: value(largest),
    baseline: value(smallest),
  });
  const findings = [
    createFinding({
      benchmark: 'growth: leaderboard',
      unit: 'of bare Fastify',
      ...compareSizes(({ leaderboardRatio }) => leaderboardRatio),
      threshold: { atLeast: 0.8 },
    }),
    createFinding({
      benchmark: 'growth: submit',
      unit: 'submissions/s',
      ...compareSizes(({ submissionsPerSecond }) => submissionsPerSecond),
      threshold: { atLeast: 0.5 },
    }),
    createFinding({
      benchmark: 'growth: standings',
      unit: 'ms',
      ...compareSizes(({ standingsMs }) => standingsMs),
      threshold: { atMost: largest.fans / smallest.fans },
    }),
    compareWithTarget({
      benchmark: 'growth: server',
      unit: 'MB',
      product: largest.megabytes,
      target: TARGET_MB,
    }),
  ];
  const values: ((size: Size) => number)[] = [
    ({ leaderboardRatio }) => leaderboardRatio,
    ({ submissionsPerSecond }) => submissionsPerSecond,
    ({ standingsMs }) => standingsMs,
    ({ megabytes }) => megabytes,
  ];
  return findings.map((finding, index) =>
    addDetails(
      finding,
      Object.fromEntries(sizes.map((size) => [`at ${size.fans}`, values[index]?.(size) ?? 0])),
    ),
  );
}

async function measure(fans: number): Promise<Size> {
  const probe = await createProbe();
  const show = await startLiveShow(fans, probe.startOptions);
  const { db } = show.database;
  try {
    // Written directly, because the server has not read the totals yet.
    await db.execute(sql`update users
      set games_played = 1, total_points = abs(hashtext(username)) % 300, average_score = 10`);
    await db.execute(sql`vacuum analyze users`);
    const shows = await db.execute<{ id: string }>(sql`
      insert into shows (name, city, date, time_zone)
      values ('Open', 'Duluth', now() + interval '30 days', 'America/Chicago') returning id`);
    const songs = await db.execute<{ id: string }>(
      sql`select id from songs order by title limit 20`,
    );
    const body = JSON.stringify({
      showId: shows.rows[0]?.id,
      songIds: songs.rows.map(({ id }) => id),
    });
    const durations: number[] = [];
    for (let song = 0; song <= SONG_COUNT; song += 1) {
      await show.pause();
      const startedAt = performance.now();
      await show.addSong();
      const leaderboard = await show.call(
        'GET',
        getShowLeaderboard.path.replace('{id}', show.showId),
      );
      await leaderboard.arrayBuffer();
      if (song > 0) durations.push(performance.now() - startedAt);
    }
    const reader = { url: show.url, cookie: buildSessionCookie(1) };
    const plan = { benchmark: `leaderboard of ${fans}`, rounds: 7, threshold: { atLeast: 0 } };
    const { ratio: leaderboardRatio } = await compareLeaderboardWithBare(reader, plan);
    let fan = 0;
    const submissionsPerSecond = await measureSubmissionRate({
      url: show.url + createPrediction.path,
      connections: 64,
      amount: Math.min(SUBMISSION_COUNT, fans),
      requests: [
        {
          method: 'POST',
          setupRequest(request) {
            fan += 1;
            const headers = { cookie: buildSessionCookie(fan), 'content-type': 'application/json' };
            return { ...request, headers, body };
          },
        },
      ],
    });
    const { rss } = await probe.read();
    return {
      fans,
      leaderboardRatio,
      submissionsPerSecond,
      standingsMs: median(durations),
      megabytes: rss / 1e6,
    };
  } finally {
    await show.close();
  }
}

/** Counts up to the last response, because autocannon's time ends with a whole second. */
async function measureSubmissionRate(
  options: autocannon.Options & { amount: number },
): Promise<number> {
  const startedAt = performance.now();
  let lastResponseAt = startedAt;
  const { non2xx, errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    run.on('response', () => {
      lastResponseAt = performance.now();
    });
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} were rejected: ${options.url}`);
  return (options.amount / (lastResponseAt - startedAt)) * 1000;
}
