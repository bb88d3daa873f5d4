import { AsyncLocalStorage } from 'node:async_hooks';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import pg from 'pg';
import { runsFromSource } from '../project-files.ts';
import { lockFolder } from './folder-lock.ts';
import { migrateDatabase } from './migrate.ts';
import * as schema from './schema.ts';

type Schema = typeof schema;

/** The root handle. Inside a transaction only the transaction's own handle may be used. */
export type Db = PgDatabase<PgQueryResultHKT, Schema>;
export type Tx = PgTransaction<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>;
/** For what reads equally inside and outside a transaction. */
export type DbOrTx = Db | Tx;

export interface Database {
  db: Db;
  kind: 'embedded' | 'postgresql';
  /** Whether this opening made the database. */
  isNew: boolean;
  close(): Promise<void>;
}

/**
 * Opens and migrates the database: PostgreSQL 15 or newer where `databaseUrl` is set, else PGlite
 * in `dataDir`. Rejects with a sentence when another process has the embedded folder.
 */
export async function openDatabase(where: {
  databaseUrl: string | undefined;
  dataDir: string;
}): Promise<Database> {
  return where.databaseUrl
    ? openPostgres(where.databaseUrl)
    : openEmbedded(join(where.dataDir, 'database'), where.dataDir);
}

export async function openPostgres(url: string, poolSize = 20): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
  });
  // An idle connection that breaks is replaced by the next query; without a listener it ends the process.
  pool.on('error', () => undefined);
  refuseInsideTransaction(pool);
  const db = drizzlePg(pool, { schema });
  const isNew = await migrateDatabase({ kind: 'postgresql', pool });
  return { db: withTransactionMark(db), kind: 'postgresql', isNew, close: () => pool.end() };
}

/** Wraps an open PGlite, which is also how the tests get a database in memory. */
export async function openPglite(client: PGlite): Promise<Database> {
  const isNew = await migrateDatabase({ kind: 'embedded', client });
  refuseInsideTransaction(client);
  const db = drizzlePglite(client, { schema });
  return { db: withTransactionMark(db), kind: 'embedded', isNew, close: () => client.close() };
}

/** 16 MB of shared buffers instead of 128: the process needs a quarter of the memory. */
export const EMBEDDED_START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

async function openEmbedded(folder: string, lockIn: string): Promise<Database> {
  await mkdir(lockIn, { recursive: true });
  const unlock = await lockFolder(lockIn);
  try {
    if (!existsSync(join(folder, 'PG_VERSION'))) await createClusterInChild(folder);
    const client = new PGlite({ dataDir: folder, startParams: EMBEDDED_START_PARAMS });
    const database = await openPglite(client);
    const close = async () => {
      await database.close();
      await unlock();
    };
    return { ...database, close };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Making the cluster takes 500 MB that are never given back, so a process of its own does it. */
async function createClusterInChild(folder: string): Promise<void> {
  const script = `
    const { PGlite } = await import(${JSON.stringify(import.meta.resolve('@electric-sql/pglite'))});
    const client = new PGlite({ dataDir: ${JSON.stringify(folder)} });
    await client.waitReady;
    await client.close();`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
}

/**
 * A query of the root handle inside a transaction waits for itself on PGlite for ever: such code is
 * refused in development and in tests. The product goes without: what the guard needs makes every
 * promise of the process dearer, by an eighth of what answering a list takes.
 */
const inTransaction = runsFromSource ? new AsyncLocalStorage<true>() : undefined;

function refuseInsideTransaction(client: { query: (...args: never[]) => unknown }): void {
  if (!inTransaction) return;
  const query = client.query.bind(client) as (...args: never[]) => unknown;
  client.query = (...args) => {
    if (inTransaction.getStore())
      throw new Error('The root database handle was used inside a transaction; use its tx.');
    return query(...args);
  };
}

function withTransactionMark<D extends Db>(db: D): D {
  if (!inTransaction) return db;
  const transaction = db.transaction.bind(db);
  db.transaction = ((run, config) => {
    if (inTransaction.getStore())
      throw new Error('A transaction was begun inside another; pass its tx on.');
    return inTransaction.run(true, () => transaction(run, config));
  }) as D['transaction'];
  return db;
}
