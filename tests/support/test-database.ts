import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
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
