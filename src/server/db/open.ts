import { AsyncLocalStorage } from 'node:async_hooks';
import { fileURLToPath } from 'node:url';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { projectFile, runsFromSource } from '../project-files.ts';
import { openCluster } from './embedded/cluster.ts';

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
}: {
  databaseUrl: string | undefined;
  dataDir: string;
  log: (line: string) => void;
}): Promise<Database> {
  if (databaseUrl) return openUrl(databaseUrl);
  const cluster = await openCluster({ dataDir, log });
  try {
    const database = await openUrl(cluster.url);
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

/** Opens and migrates the database of a URL, with at most `poolSize` connections. */
export async function openUrl(url: string, poolSize = 20): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
  });
  // A connection that breaks fails its query and is replaced; what breaks between two queries of a
  // transaction has no query to fail, and without these listeners would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await migrateDatabase(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { db: databaseOf(pool), close: () => pool.end() };
}

function databaseOf(pool: pg.Pool): Db {
  const db = drizzle(pool);
  // Drizzle's own keeps its connection for ever when `begin` fails, as it does on one that is broken.
  db.transaction = async (run, config) => {
    refuseInsideTransaction('A transaction was begun inside another; pass its tx on.');
    const client = await pool.connect();
    try {
      const work = () => drizzle(client).transaction(run, config);
      return await (inTransaction ? inTransaction.run(true, work) : work());
    } finally {
      client.release();
    }
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

/**
 * A query of the root handle inside a transaction waits for itself when the pool is used up: such
 * code is refused in development and in tests. The product goes without: what the guard needs makes
 * every promise of the process dearer, by an eighth of what answering a list takes.
 */
const inTransaction = runsFromSource ? new AsyncLocalStorage<true>() : undefined;

function refuseInsideTransaction(sentence: string): void {
  if (inTransaction?.getStore()) throw new Error(sentence);
}

const migrationsFolder = fileURLToPath(projectFile('drizzle/'));

/** Any number; the same for every process that migrates this product's database. */
const MIGRATION_LOCK = 4_100_271;

/**
 * Applies what is missing of `drizzle/`, under an advisory lock, so that processes which start
 * together take turns.
 */
async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}
