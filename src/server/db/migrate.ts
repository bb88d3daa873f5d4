import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { projectFile } from '../project-files.ts';

const migrationsFolder = fileURLToPath(projectFile('drizzle/'));

/** Any number; the same for every process that migrates this product's database. */
const MIGRATION_LOCK = 4_100_271;

/**
 * Applies what is missing of `drizzle/`, under an advisory lock, so that processes which start
 * together take turns.
 */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}
