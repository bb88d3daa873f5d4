import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createPrediction } from '#contract/predictions.ts';
import { findRunningCluster } from '#server/db/embedded/cluster.ts';
import { type RunningServer, startServer } from './processes.ts';

export interface EmbeddedProduct extends RunningServer {
  dataDir: string;
  showId: string;
  songIds: string[];
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  postmaster(): number;
  /** Uses the same folder. `stop` then stops the new server. */
  restart(): Promise<void>;
  kill(): Promise<void>;
  close(): Promise<void>;
}

const PICK_COUNT = 20;

export async function startEmbeddedProduct(fans: number): Promise<EmbeddedProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'called-it-bench-'));
  const start = () => startServer(() => ['dist/server/main.js'], '/readyz', { DATA_DIR: dataDir });
  let server = await start();
  const product: EmbeddedProduct = {
    get url() {
      return server.url;
    },
    dataDir,
    showId: '',
    songIds: [],
    async query(text, values) {
      const client = new pg.Client({ connectionString: await findRunningCluster(dataDir) });
      client.on('error', () => undefined);
      await client.connect();
      try {
        return (await client.query(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    postmaster: () =>
      Number.parseInt(readFileSync(join(dataDir, 'postgresql/data/postmaster.pid'), 'utf8'), 10),
    async restart() {
      server = await start();
    },
    get pid() {
      return server.pid;
    },
    kill: () => server.kill(),
    stop: () => server.stop(),
    async close() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  await seed(product, fans);
  return product;
}

/** The database contains only the token's hash. */
export function buildSessionCookie(fan: number): string {
  return `called_it_session=${buildSessionToken(fan)}`;
}

/** Resolves with the status, or 0 without a response. */
export async function submit(
  product: EmbeddedProduct,
  fan: number,
  songIds = choosePicks(product, fan),
): Promise<number> {
  const response = await fetch(product.url + createPrediction.path, {
    method: 'POST',
    headers: { cookie: buildSessionCookie(fan), 'content-type': 'application/json' },
    body: JSON.stringify({ showId: product.showId, songIds }),
  }).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.status ?? 0;
}

export function choosePicks({ songIds }: Pick<EmbeddedProduct, 'songIds'>, fan: number): string[] {
  return Array.from(
    { length: PICK_COUNT },
    (_, n) => songIds[(fan * 7 + n) % songIds.length] ?? '',
  );
}

function buildSessionToken(fan: number): string {
  return `bench${fan}`.padEnd(43, 'x');
}

export async function seed(
  product: Pick<EmbeddedProduct, 'query' | 'showId' | 'songIds'>,
  fans: number,
): Promise<void> {
  // A valid hash of no known password.
  await product.query(
    `insert into users (email, email_key, username, username_key, password)
     select name || '@example.com', name || '@example.com', name, name,
       '$argon2id$v=19$m=19456,t=2,p=1$' || repeat('A', 22) || '$' || repeat('A', 43)
     from (select 'fan' || n as name from generate_series(0, $1::int - 1) n) named`,
    [fans],
  );
  const hashes = Array.from({ length: fans }, (_, fan) =>
    createHash('sha256').update(buildSessionToken(fan)).digest('hex'),
  );
  await product.query(
    `insert into sessions (token_hash, user_id)
     select hash, users.id from unnest($1::text[]) with ordinality as hashes (hash, n)
     join users on users.username = 'fan' || (n - 1)`,
    [hashes],
  );
  const [show] = await product.query<{ id: string }>(
    `insert into shows (name, city, date, time_zone, import_key)
     values ('The Bench', 'Duluth', now() + interval '30 days', 'America/Chicago', 'bench')
     returning id`,
  );
  product.showId = show?.id ?? '';
  const songs = await product.query<{ id: string }>('select id from songs order by title');
  product.songIds = songs.map(({ id }) => id);
  await product.query('vacuum analyze');
}
