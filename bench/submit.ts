import autocannon from 'autocannon';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { createPrediction } from '#contract/predictions.ts';
import { compare, type Finding } from './support/compare.ts';
import { buildSessionCookie, startUrlProduct, type UrlProduct } from './support/url-product.ts';

const FAN_COUNT = 100_000;
const PICK_COUNT = 20;
const CONCURRENCY = 64;
const BATCH_SIZE = 3_000;
const ROUND_COUNT = 7;

/**
 * Measures submissions per second (20 songs, 64 at a time). Compares them with the bare driver
 * inserting the same rows in a transaction of two statements.
 */
export async function measureSubmissions(): Promise<Finding> {
  let showIds: string[] = [];
  let songIds: string[] = [];
  const product = await startUrlProduct(FAN_COUNT, async ({ db }) => {
    await db.execute(
      sql`insert into songs (title) select 'Song ' || n from generate_series(1, 207) n`,
    );
    const shows = await db.execute<{ id: string }>(sql`
      insert into shows (name, city, date, time_zone)
      select 'Bench ' || n, 'Duluth', now() + interval '30 days', 'America/Chicago'
      from generate_series(1, 2) n returning id`);
    showIds = shows.rows.map(({ id }) => id);
    const songs = await db.execute<{ id: string }>(sql`select id from songs order by title`);
    songIds = songs.rows.map(({ id }) => id);
  });
  const users = await product.database.db.execute<{ id: string }>(sql`
    select id from users where username like 'fan%' order by substring(username, 4)::int`);
  const userIds = users.rows.map(({ id }) => id);
  const [ourShow = '', bareShow = ''] = showIds;
  const choosePicks = (fan: number) =>
    Array.from({ length: PICK_COUNT }, (_, n) => songIds[(fan * 7 + n) % songIds.length] ?? '');
  const pool = new pg.Pool({ connectionString: product.databaseUrl, max: CONCURRENCY });
  let [ourFan, bareFan] = [0, 0];
  try {
    return await compare({
      benchmark: 'submit',
      unit: 'submissions/s',
      rounds: ROUND_COUNT,
      product: () =>
        submitAll(
          product,
          () => {
            ourFan += 1;
            return { fan: ourFan, showId: ourShow };
          },
          choosePicks,
        ),
      baseline: () =>
        insertAll(pool, () => {
          bareFan += 1;
          return {
            userId: userIds[bareFan - 1] ?? '',
            showId: bareShow,
            songIds: choosePicks(bareFan),
          };
        }),
      threshold: { atLeast: 0.6 },
    });
  } finally {
    await pool.end();
    await product.close();
  }
}

async function submitAll(
  { url }: UrlProduct,
  nextSubmission: () => { fan: number; showId: string },
  choosePicks: (fan: number) => string[],
): Promise<number> {
  const startedAt = performance.now();
  // autocannon checks only once a second whether it is done, so use the time of the last response.
  let lastResponseAt = startedAt;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        url: url + createPrediction.path,
        connections: CONCURRENCY,
        amount: BATCH_SIZE,
        requests: [
          {
            method: 'POST',
            setupRequest(request) {
              const { fan, showId } = nextSubmission();
              return {
                ...request,
                headers: { cookie: buildSessionCookie(fan), 'content-type': 'application/json' },
                body: JSON.stringify({ showId, songIds: choosePicks(fan) }),
              };
            },
          },
        ],
      },
      (error, results) => (error ? reject(error) : resolve(results)),
    );
    run.on('response', () => {
      lastResponseAt = performance.now();
    });
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx} were rejected`);
  return (BATCH_SIZE / (lastResponseAt - startedAt)) * 1000;
}

async function insertAll(
  pool: pg.Pool,
  nextSubmission: () => { userId: string; showId: string; songIds: string[] },
): Promise<number> {
  const startedAt = performance.now();
  let remaining = BATCH_SIZE;
  const worker = async () => {
    while (remaining > 0) {
      remaining -= 1;
      const { userId, showId, songIds } = nextSubmission();
      const client = await pool.connect();
      await client.query('begin');
      const { rows } = await client.query(
        'insert into predictions (user_id, show_id) values ($1, $2) returning id',
        [userId, showId],
      );
      await client.query(
        `insert into prediction_songs (prediction_id, song_id, position)
         select $1, song_id, position
         from unnest($2::uuid[]) with ordinality picks (song_id, position)`,
        [rows[0].id, songIds],
      );
      await client.query('commit');
      client.release();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return (BATCH_SIZE / (performance.now() - startedAt)) * 1000;
}
