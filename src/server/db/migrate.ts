import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import type pg from 'pg';
import { projectFile } from '../project-files.ts';

const migrationsFolder = fileURLToPath(projectFile('drizzle/'));

/** Any number; the same for every process that migrates this product's database. */
const MIGRATION_LOCK = 4_100_271;

type Target = { kind: 'embedded'; client: PGlite } | { kind: 'postgresql'; pool: pg.Pool };

/**
 * Applies what is missing of `drizzle/`, under an advisory lock, so that processes which start
 * together take turns. Answers whether the database was empty before.
 */
export async function migrateDatabase(target: Target): Promise<boolean> {
  if (target.kind === 'embedded') {
    const isNew = hasNoUsersTable((await target.client.query(PROBE)).rows);
    await migratePglite(drizzlePglite(target.client), { migrationsFolder });
    return isNew;
  }
  const client = await target.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const isNew = hasNoUsersTable((await client.query(PROBE)).rows);
    await migratePg(drizzlePg(client), { migrationsFolder });
    return isNew;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}

const PROBE = "select to_regclass('public.users') is null as missing";

function hasNoUsersTable(rows: unknown[]): boolean {
  const [row] = rows as { missing: boolean }[];
  return row?.missing ?? true;
}
