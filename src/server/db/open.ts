import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { POOL_SIZE, STATEMENT_SECONDS } from '../environment.ts';
import { watchDatabase } from './database-watchdog.ts';
import { openCluster } from './embedded/cluster.ts';
import { type MigrateListener, migrateDatabase } from './migrate.ts';
import { createTransaction, type Tx } from './transaction.ts';
import { DatabasePool, type WatchedPool } from './watched-pool.ts';

/**
 * The root handle, with our `transaction` (`transaction.ts`) instead of Drizzle's. Inside a
 * transaction, only its `tx` may be used.
 */
export type Db = Omit<NodePgDatabase, 'transaction'> & {
  $client: WatchedPool;
  transaction: ReturnType<typeof createTransaction>;
};
/** For reads that work both inside and outside a transaction. */
export type DbOrTx = Db | Tx;

export interface Database {
  db: Db;
  close(): Promise<void>;
}

/**
 * Opens and migrates the database at `databaseUrl` (PostgreSQL 15 or newer), or else starts an
 * embedded one in `dataDir`, which `close` stops. `log` receives the embedded server's log lines.
 * Rejects with a message for people if another process uses the folder.
 */
export async function openDatabase({
  databaseUrl,
  dataDir,
  log,
  saveFirst,
}: {
  databaseUrl: string | undefined;
  dataDir: string;
  log: (line: string) => void;
  /** Called before the schema of a database with data is migrated. */
  saveFirst?: SaveFirst;
}): Promise<Database> {
  if (databaseUrl) return openUrl(databaseUrl, undefined, undefined, saveFirst);
  const cluster = await openCluster({ dataDir, log });
  try {
    const database = await openUrl(cluster.url, undefined, undefined, saveFirst);
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

/** Backs up the database at a URL. If it rejects, the migration does not start. */
type SaveFirst = (url: string) => Promise<unknown>;

/**
 * Timeout for a connection from an exhausted pool or an unreachable server. Leaves a second of the
 * five that a caller waits for the error response.
 */
const CONNECT_MS = 4_000;

/**
 * Timeout for rows that another transaction has locked. The longest lock that others wait for is
 * closing a show of 100,000 predictions: 8 s on a slow machine.
 */
const LOCK_MS = 30_000;

/** Ends a session whose process or network disappeared during a transaction. */
const IDLE_IN_TRANSACTION_MS = 30_000;

/** PostgreSQL cancels a statement itself. A response this much later means that the network is broken. */
const NETWORK_MS = 5_000;

/**
 * Opens and migrates the database at a URL, with at most `poolSize` connections. Reads and writes
 * share one pool: locks, scores and sessions can't be read from a replica, which lags behind.
 */
export async function openUrl(
  url: string,
  poolSize = POOL_SIZE,
  statementSeconds = STATEMENT_SECONDS,
  saveFirst?: SaveFirst,
  onMigrate?: MigrateListener,
): Promise<Database> {
  const statementMs = statementSeconds * 1000;
  const pool = new DatabasePool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: statementMs,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    query_timeout: statementMs === 0 ? 0 : statementMs + NETWORK_MS,
    keepAlive: true,
  });
  // A broken connection fails its query and is replaced. One that breaks between two queries of a
  // transaction has no query to fail, and would end the process without these listeners.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await migrateDatabase(url, {
      connectMs: CONNECT_MS,
      saveFirst: saveFirst && (() => saveFirst(url)),
      onMigrate,
    });
  } catch (error) {
    await pool.end();
    throw error;
  }
  const endWatch = watchDatabase(pool, url);
  const close = async () => {
    await Promise.all([endWatch(), pool.end()]);
  };
  const db = Object.assign(drizzle(pool), { transaction: createTransaction(pool) });
  return { db, close };
}

/** For code that needs a session of its own. */
export function urlOf(db: Db): string {
  return String(db.$client.options.connectionString);
}
