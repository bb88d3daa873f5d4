import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { projectFile } from '../project-files.ts';

export interface Migration {
  tag: string;
  /** Milliseconds since 1970. Orders and identifies migrations. */
  when: number;
  hash: string;
  statements: readonly string[];
  tables: readonly string[];
}

let allMigrations: readonly Migration[] | undefined;

/** Returns the oldest migration first. */
export function readMigrations(): readonly Migration[] {
  allMigrations ??= readFolder();
  return allMigrations;
}

function readFolder(): Migration[] {
  const folder = fileURLToPath(projectFile('drizzle/'));
  const read = (name: string) => JSON.parse(readFileSync(`${folder}/meta/${name}`, 'utf8'));
  const { entries } = read('_journal.json') as { entries: { idx: number; tag: string }[] };
  return readMigrationFiles({ migrationsFolder: folder }).map((file, index) => {
    const { idx = index, tag = '' } = entries[index] ?? {};
    return {
      tag,
      when: file.folderMillis,
      hash: file.hash,
      statements: file.sql,
      // Read lazily, because a start without pending migrations needs no snapshot.
      get tables() {
        const snapshot = read(`${String(idx).padStart(4, '0')}_snapshot.json`) as {
          tables: Record<string, { name: string }>;
        };
        return Object.values(snapshot.tables).map(({ name }) => name);
      },
    };
  });
}

const MIGRATION_LOCK = 4_100_271;

interface MigrateOptions {
  connectMs: number;
  saveBackup?: (() => Promise<unknown>) | undefined;
  onMigrate?: MigrateListener | undefined;
}

/** Receives migration numbers; `from` is undefined for an empty database. */
export type MigrateListener = (from: string | undefined, to: string) => void;

/** Saves a backup before migrating rows. Rejects if a newer version migrated the database. */
export async function migrateDatabase(
  url: string,
  { connectMs, saveBackup, onMigrate }: MigrateOptions,
): Promise<void> {
  await withSchemaLock({ connectionString: url, connectionTimeoutMillis: connectMs }, (client) =>
    migrateLocked(client, saveBackup, onMigrate),
  );
}

/** Runs `work` in its own session without timeouts, one process at a time. */
export async function withSchemaLock<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function isMigrated(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await readLastMigration(client)) === readMigrations().at(-1)?.when;
  } finally {
    await client.end();
  }
}

async function migrateLocked(
  client: pg.Client,
  saveBackup: (() => Promise<unknown>) | undefined,
  onMigrate: MigrateListener | undefined,
): Promise<void> {
  const migrations = readMigrations();
  const lastAppliedAt = await readLastMigration(client);
  assertNotNewer(lastAppliedAt, migrations);
  const pendingMigrations = migrations.filter(
    ({ when }) => lastAppliedAt === undefined || when > lastAppliedAt,
  );
  if (pendingMigrations.length === 0) return;
  if (saveBackup && (await hasRows(client, migrations, lastAppliedAt))) await saveBackup();
  const formatNumber = (migration: Migration | undefined) => migration?.tag.split('_', 1)[0];
  const currentMigration = migrations.find(({ when }) => when === lastAppliedAt);
  onMigrate?.(formatNumber(currentMigration), formatNumber(pendingMigrations.at(-1)) ?? '');
  await client.query('begin');
  try {
    await applyMigrations(client, pendingMigrations);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Returns the `when` of the last applied migration, or undefined for an empty database. */
export async function readLastMigration(client: pg.ClientBase): Promise<number | undefined> {
  const { rows: tables } = await client.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as "exists"`,
  );
  if (!tables[0]?.exists) return undefined;
  const { rows } = await client.query(
    'select max(created_at)::float8 as "last" from drizzle.__drizzle_migrations',
  );
  return rows[0]?.last ?? undefined;
}

/** Runs in the caller's transaction. Records migrations as Drizzle Kit does. */
export async function applyMigrations(
  client: pg.ClientBase,
  migrations: readonly Migration[],
): Promise<void> {
  await client.query(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`);
  for (const { statements, hash, when } of migrations) {
    for (const statement of statements) await client.query(statement);
    await client.query(
      'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
      [hash, when],
    );
  }
}

function assertNotNewer(lastAppliedAt: number | undefined, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1);
  if (lastAppliedAt === undefined || !newest || lastAppliedAt <= newest.when) return;
  throw new Error(
    `A newer version of this program migrated the database (its last migration is from ${new Date(lastAppliedAt).toISOString()}; the last one of this version is ${newest.tag}). Nothing was changed. Start the newer version, or restore the backup made before the update into an empty database: see docs/operator/install.md.`,
  );
}

async function hasRows(
  client: pg.ClientBase,
  migrations: readonly Migration[],
  lastAppliedAt: number | undefined,
): Promise<boolean> {
  const tables = migrations.find(({ when }) => when === lastAppliedAt)?.tables ?? [];
  return hasAnyRow(client, tables);
}

export async function hasAnyRow(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<boolean> {
  for (const table of await listExistingTables(client, tables)) {
    const { rowCount } = await client.query(
      `select 1 from public.${quoteIdentifier(table)} limit 1`,
    );
    if (rowCount) return true;
  }
  return false;
}

export async function listExistingTables(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename::text as name from pg_tables
     where schemaname = 'public' and tablename = any($1) order by 1`,
    [tables],
  );
  return rows.map(({ name }) => name);
}

export function quoteIdentifier(name: string): string {
  return pg.escapeIdentifier(name);
}
