import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { POOL_SIZE, STATEMENT_SECONDS } from '../environment.ts';
import { watchDatabase } from './database-watchdog.ts';
import { openCluster } from './embedded/cluster.ts';
import { type MigrateListener, migrateDatabase } from './migrate.ts';
import { createTransaction, type Tx } from './transaction.ts';
import { DatabasePool, type WatchedPool } from './watched-pool.ts';

/** Inside a transaction, use only its `tx`. */
export type Db = Omit<NodePgDatabase, 'transaction'> & {
  $client: WatchedPool;
  transaction: ReturnType<typeof createTransaction>;
};
export type DbOrTx = Db | Tx;

export interface Database {
  db: Db;
  close(): Promise<void>;
}

/** Starts an embedded database in `dataDir` if `databaseUrl` is undefined. */
export async function openDatabase({
  databaseUrl,
  dataDir,
  log,
  saveBackup,
}: {
  databaseUrl: string | undefined;
  dataDir: string;
  log: (line: string) => void;
  saveBackup?: SaveBackup;
}): Promise<Database> {
  if (databaseUrl) return openUrl(databaseUrl, undefined, undefined, saveBackup);
  const cluster = await openCluster({ dataDir, log });
  try {
    const database = await openUrl(cluster.url, undefined, undefined, saveBackup);
    const close = async () => {
      await database.close();
      await cluster.close();
    };
    return { ...database, close };
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

type SaveBackup = (url: string) => Promise<unknown>;

/** Callers wait five seconds for a response, so this leaves one second for the query. */
const CONNECT_TIMEOUT_MS = 4_000;

/** The longest wait is for closing a show with 100,000 predictions: 8 s on a slow machine. */
const LOCK_TIMEOUT_MS = 30_000;

/** Ends sessions whose process or network disappeared. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;

/** Added to PostgreSQL's statement timeout: without a response by then, the network is broken. */
const NETWORK_DELAY_MS = 5_000;

/** Reads and writes share one pool: a replica would lag behind locks, scores and sessions. */
export async function openUrl(
  url: string,
  poolSize = POOL_SIZE,
  statementSeconds = STATEMENT_SECONDS,
  saveBackup?: SaveBackup,
  onMigrate?: MigrateListener,
): Promise<Database> {
  const statementMs = statementSeconds * 1000;
  const pool = new DatabasePool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementMs,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    query_timeout: statementMs === 0 ? 0 : statementMs + NETWORK_DELAY_MS,
    keepAlive: true,
  });
  // Without listeners, a connection that breaks between two queries would crash the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await migrateDatabase(url, {
      connectMs: CONNECT_TIMEOUT_MS,
      saveBackup: saveBackup && (() => saveBackup(url)),
      onMigrate,
    });
  } catch (error) {
    await pool.end();
    throw error;
  }
  const stopWatchdog = watchDatabase(pool, url);
  const close = async () => {
    await Promise.all([stopWatchdog(), pool.end()]);
  };
  const db = Object.assign(drizzle(pool), { transaction: createTransaction(pool) });
  return { db, close };
}

export function connectionUrl(db: Db): string {
  return String(db.$client.options.connectionString);
}
