import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { applyMigrations, type Migration } from '#server/db/migrate.ts';
import { type Database, openUrl } from '#server/db/open.ts';
import { sql, withDatabase } from './template-database.ts';

/** A database of its own, migrated and empty. */
export async function openTestDatabase(): Promise<Database> {
  const template = inject('databaseTemplate');
  const name = `called_it_${randomUUID().replaceAll('-', '')}`;
  await sql(template.url, `create database ${name} template ${template.name}`);
  const database = await openUrl(withDatabase(template.url, name));
  const close = async () => {
    await database.close();
    await sql(template.url, `drop database if exists ${name} with (force)`);
  };
  return { ...database, close };
}

/** An empty database as these steps of the schema leave it. */
export async function openAtSchema(
  migrations: readonly Migration[],
): Promise<{ url: string; drop(): Promise<void> }> {
  const template = inject('databaseTemplate');
  const name = `called_it_${randomUUID().replaceAll('-', '')}`;
  await sql(template.url, `create database ${name}`);
  const url = withDatabase(template.url, name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await applyMigrations(client, migrations);
  await client.end();
  return { url, drop: () => sql(template.url, `drop database if exists ${name} with (force)`) };
}
