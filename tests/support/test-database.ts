import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import { type Database, EMBEDDED_START_PARAMS, openPglite, openPostgres } from '#server/db/open.ts';
import { sql, withDatabase } from './template-database.ts';

/** A database of its own, migrated and empty: PGlite in memory, or PostgreSQL where the run has one. */
export async function openTestDatabase(): Promise<Database> {
  const postgres = inject('postgresTemplate');
  if (postgres) return openCopy(postgres);
  const template = inject('pgliteTemplate');
  if (!template) throw new Error('The template database is missing: see template-database.ts.');
  const dump = new Blob([new Uint8Array(readFileSync(template))]);
  return openPglite(new PGlite({ loadDataDir: dump, startParams: EMBEDDED_START_PARAMS }));
}

async function openCopy(template: { url: string; name: string }): Promise<Database> {
  const name = `called_it_${randomUUID().replaceAll('-', '')}`;
  await sql(template.url, `create database ${name} template ${template.name}`);
  const database = await openPostgres(withDatabase(template.url, name));
  const close = async () => {
    await database.close();
    await sql(template.url, `drop database if exists ${name}`);
  };
  return { ...database, close };
}
