import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { POOL_SIZE, STATEMENT_SECONDS } from '../environment.ts';
import { runsFromSource } from '../project-files.ts';
import { watchDatabase } from './database-watchdog.ts';
import { openCluster } from './embedded/cluster.ts';
import { isConflict, isUnreachable } from './failures.ts';
import { type MigrateListener, migrateDatabase } from './migrate.ts';

/** The root handle. Inside a transaction only the transaction's own handle may be used. */
export type Db = NodePgDatabase & { $client: pg.Pool };
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** For what reads equally inside and outside a transaction. */
export type DbOrTx = Db | Tx;

export interface Database {
  db: Db;
  close(): Promise<void>;
}

/**
 * Opens and migrates the database: the PostgreSQL that `databaseUrl` names, 15 or newer, else one
 * of our own in `dataDir`, which ends with this. `log` hears what that one writes, a line each.
 * Rejects with a sentence when another process has the folder.
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
  /** Called before the schema of a database that has rows is brought up to date. */
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

/** Saves the database of a URL elsewhere; where it rejects, nothing is changed. */
type SaveFirst = (url: string) => Promise<unknown>;

/**
 * How long a query waits for a connection from a used-up pool or an unreachable server. The rest of the
 * five seconds is for the error response.
 */
const CONNECT_MS = 4_000;

/**
 * How long a statement waits for rows that another transaction has: well over the longest that holds
 * any which others want, closing a show of 100,000 predictions (8 s on a slow machine).
 */
const LOCK_MS = 30_000;

/** A session that does nothing in the middle of a transaction is one whose process or network is gone. */
const IDLE_IN_TRANSACTION_MS = 30_000;

/** PostgreSQL ends a statement itself; that nothing is heard so much later is the network's doing. */
const UNHEARD_MS = 5_000;

/**
 * Opens and migrates the database of a URL, with at most `poolSize` connections. There is one pool, for
 * reading and writing: what decides (a lock, scores, sessions) is never read from a replica, which
 * would be some moments behind.
 */
export async function openUrl(
  url: string,
  poolSize = POOL_SIZE,
  statementSeconds = STATEMENT_SECONDS,
  saveFirst?: SaveFirst,
  onMigrate?: MigrateListener,
): Promise<Database> {
  const statementMs = statementSeconds * 1000;
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: statementMs,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    query_timeout: statementMs === 0 ? 0 : statementMs + UNHEARD_MS,
    keepAlive: true,
  });
  // A connection that breaks fails its query and is replaced; what breaks between two queries of a
  // transaction has no query to fail, and without these listeners would end the process.
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
  return { db: databaseOf(pool), close };
}

/** Where the database is, for what needs a session of its own. */
export function urlOf(db: Db): string {
  return String(db.$client.options.connectionString);
}

function databaseOf(pool: pg.Pool): Db {
  const db = drizzle(pool);
  // Drizzle's own keeps its connection for ever when `begin` fails, as it does on one that is broken.
  db.transaction = async (run, config) => {
    refuseInsideTransaction('A transaction was begun inside another; pass its tx on.');
    let hasBegun = false;
    const begun: typeof run = (tx) => {
      hasBegun = true;
      return run(tx);
    };
    return tryAgain(
      () => {
        hasBegun = false;
        return runTransaction(pool, begun, config);
      },
      (error) => leftNothing(error, hasBegun),
    );
  };
  if (inTransaction) {
    const query = pool.query.bind(pool) as (...args: never[]) => unknown;
    pool.query = ((...args: never[]) => {
      refuseInsideTransaction('The root handle was used inside a transaction; use its tx.');
      return query(...args);
    }) as typeof pool.query;
  }
  return db;
}

async function runTransaction<T>(
  pool: pg.Pool,
  run: (tx: Tx) => Promise<T>,
  config: PgTransactionConfig | undefined,
): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    const work = () => drizzle(client).transaction(run, config);
    return await (inTransaction ? inTransaction.run(true, work) : work());
  } catch (error) {
    isBroken = isUnreachable(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/** How often a transaction is begun at most, with pauses of random length that grow. */
const MOST_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 50;

/** Does it again where that is safe: of one statement, which is its own transaction, where another stood in its way. */
export async function tryAgain<Result>(
  work: () => Promise<Result>,
  isSafe: (error: unknown) => boolean = isConflict,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isSafe(error)) throw error;
      await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
    }
  }
}

/**
 * Whether a transaction can be retried: it never began, or PostgreSQL rolled it back because of a
 * conflict. Not after a broken connection, because its COMMIT may have succeeded. Not after a timeout
 * while waiting for a connection, because retries would lengthen the queue. A transaction only changes
 * the database (CONTRIBUTING.md), so a retry repeats nothing.
 */
function leftNothing(error: unknown, hasBegun: boolean): boolean {
  if (isConflict(error)) return true;
  return !hasBegun && isUnreachable(error) && !isQueueTooLong(error);
}

function isQueueTooLong(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout exceeded');
}

/**
 * A query of the root handle inside a transaction waits for itself when the pool is used up: such
 * code is refused in development and in tests. The product goes without: what the guard needs makes
 * every promise of the process dearer, by an eighth of what answering a list takes.
 */
const inTransaction = runsFromSource ? new AsyncLocalStorage<true>() : undefined;

function refuseInsideTransaction(sentence: string): void {
  if (inTransaction?.getStore()) throw new Error(sentence);
}
