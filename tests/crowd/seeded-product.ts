import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findRunningCluster } from '#server/db/embedded/cluster.ts';
import { seed } from '../../bench/support/embedded-product.ts';
import { type ApiClient, createClient, sendOrThrow } from '../nodes/api-client.ts';
import { startPostgres } from '../support/postgres.ts';
import { endChild, findFreePort } from '../support/processes.ts';
import { ADMIN, runProduct } from '../support/run-product.ts';

export type Database = 'embedded' | 'url';

export interface SeededProduct {
  url: string;
  admin: ApiClient;
  showId: string;
  songIds: string[];
  userIds: string[];
  dataDir: string;
  /** Empty while the embedded PostgreSQL is down. */
  databaseUrl(): Promise<string>;
  /** Undefined while the embedded PostgreSQL is down. */
  findPostmasterPid(): Promise<number | undefined>;
  addShow(): Promise<string>;
  predict(fanCount: number): Promise<void>;
  startShow(): Promise<void>;
  play(songId: string): Promise<void>;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  start(): Promise<void>;
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** In megabytes. Linux only. */
  peakMemory(): number | undefined;
  close(): Promise<void>;
}

const PICK_COUNT = 20;

export async function startSeededProduct(
  database: Database,
  fans: number,
  {
    dataDir = mkdtempSync(join(tmpdir(), 'called-it-product-')),
    env = {},
    postgresSettings = {},
  }: {
    dataDir?: string;
    env?: Record<string, string>;
    postgresSettings?: Record<string, string>;
  } = {},
): Promise<SeededProduct> {
  // As durable as a production database.
  const postgres =
    database === 'url'
      ? await startPostgres({ fsync: true, settings: postgresSettings })
      : undefined;
  const port = await findFreePort();
  const settings = {
    DATA_DIR: dataDir,
    // The pages send thousands of requests.
    LOG_LEVEL: 'warn',
    ...(postgres && { DATABASE_URL: postgres.url }),
    ...env,
  };
  let server: ChildProcess | undefined;
  const url = `http://127.0.0.1:${port}`;
  const admin = createClient(url);
  const product: SeededProduct = {
    url,
    admin,
    showId: '',
    songIds: [],
    userIds: [],
    dataDir,
    databaseUrl: async () => postgres?.url ?? (await findRunningCluster(dataDir)) ?? '',
    async findPostmasterPid() {
      if ((await findRunningCluster(dataDir)) === undefined) return undefined;
      const file = join(dataDir, 'postgresql', 'data', 'postmaster.pid');
      return Number.parseInt(readFileSync(file, 'utf8'), 10);
    },
    async addShow() {
      const [show] = await product.query<{ id: string }>(ADD_SHOW);
      return show?.id ?? '';
    },
    async predict(fanCount) {
      await product.query(PREDICT, [product.showId, product.songIds, PICK_COUNT, fanCount]);
      await product.query('vacuum analyze');
    },
    async startShow() {
      await product.predict(product.userIds.length);
      const status = `/api/shows/${product.showId}/status`;
      await sendOrThrow(admin, 200, 'PATCH', status, { status: 'live' });
    },
    async play(songId) {
      await sendOrThrow(admin, 201, 'POST', `/api/shows/${product.showId}/setlist`, { songId });
    },
    async query(text, values) {
      const client = new pg.Client({ connectionString: await product.databaseUrl() });
      // The connection breaks when its server is killed. The query reports that.
      client.on('error', () => undefined);
      await client.connect();
      try {
        return (await client.query(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    async start() {
      server = await runProduct(port, settings);
    },
    stop: (signal) => endChild(server, signal),
    peakMemory: () => (server?.pid ? readPeakMemory(server.pid) : undefined),
    async close() {
      await endChild(server, 'SIGTERM');
      // A killed server leaves the embedded PostgreSQL running.
      const orphan = await product.findPostmasterPid();
      if (orphan !== undefined) process.kill(orphan, 'SIGKILL');
      await postgres?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  try {
    await product.start();
    await sendOrThrow(admin, 200, 'POST', '/api/auth/login', ADMIN);
    await sendOrThrow(admin, 200, 'POST', '/api/admin/initialize');
    await seed(product, fans);
    const users = await product.query<{ id: string }>(
      `select id from users where username ~ '^fan\\d+$' order by substring(username, 4)::int`,
    );
    product.userIds = users.map(({ id }) => id);
  } catch (error) {
    await product.close();
    throw error;
  }
  return product;
}

const ADD_SHOW = `
  insert into shows (name, city, date, time_zone, import_key)
  values ('Another Bench', 'Duluth', now() + interval '30 days', 'America/Chicago', gen_random_uuid())
  returning id`;

/** Chooses the same songs as `choosePicks`. */
const PREDICT = `
  with entered as (
    insert into predictions (user_id, show_id)
    select id, $1 from users
    where username ~ '^fan\\d+$' and substring(username, 4)::int < $4
    on conflict do nothing returning id, user_id
  )
  insert into prediction_songs (prediction_id, song_id, position)
  select entered.id, ($2::uuid[])[
    1 + (substring(username, 4)::int * 7 + place - 1) % cardinality($2::uuid[])
  ], place
  from entered join users on users.id = user_id cross join generate_series(1, $3::int) place`;

function readPeakMemory(pid: number): number | undefined {
  try {
    const [, kilobytes] =
      /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024);
  } catch {
    return undefined;
  }
}
