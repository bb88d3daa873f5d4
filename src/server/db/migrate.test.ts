import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sql as runStatement } from '../../../tests/support/template-database.ts';
import { openDatabaseAtSchema } from '../../../tests/support/test-database.ts';
import { migrateDatabase, readMigrations } from './migrate.ts';

const FUTURE = Date.UTC(2100, 0, 1);

const migrations = readMigrations();
const newest = migrations.at(-1)?.when;
const previous = migrations.at(-2)?.when;

let database: Awaited<ReturnType<typeof openDatabaseAtSchema>>;
beforeEach(async () => {
  database = await openDatabaseAtSchema(migrations.slice(0, -1));
});
afterEach(() => database.drop());

const migrate = (saveBackup?: () => Promise<unknown>) =>
  migrateDatabase(database.url, { connectMs: 5_000, saveBackup });

test('rejects a schema newer than the program, with instructions, and changes nothing', async () => {
  await runStatement(
    database.url,
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${FUTURE})`,
  );
  await expect(migrate()).rejects.toThrow(/newer version.*2100-01-01.*Start the newer version/);
  expect(await readLastMigration()).toBe(FUTURE);
});

test('migrates an empty database without a backup', async () => {
  const saveBackup = vi.fn(async () => undefined);
  await migrate(saveBackup);
  expect([await readLastMigration(), saveBackup.mock.calls]).toEqual([newest, []]);
});

test('backs up a database with rows before a migration, and makes no backup when none is pending', async () => {
  await runStatement(database.url, `insert into songs (title) values ('Ember')`);
  const steps: unknown[] = [];
  const saveBackup = async () => steps.push(await readLastMigration());
  await migrate(saveBackup);
  await migrate(saveBackup);
  expect([...steps, await readLastMigration()]).toEqual([previous, newest]);
});

test('changes nothing if the backup fails', async () => {
  await runStatement(database.url, `insert into songs (title) values ('Ember')`);
  const saveBackup = () => Promise.reject(new Error('The disk is full.'));
  await expect(migrate(saveBackup)).rejects.toThrow('disk is full');
  expect(await readLastMigration()).toBe(previous);
});

async function readLastMigration(): Promise<number> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    'select max(created_at)::float8 as last from drizzle.__drizzle_migrations',
  );
  await client.end();
  return rows[0].last;
}
