import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { applyMigrations, type Migration } from '#server/db/migrate.ts';
import { type Database, openUrl } from '#server/db/open.ts';
import { withDatabase } from './template-database.ts';

export function openTestDatabase(): Promise<Database> {
  return openCopy(inject('databaseTemplates').empty);
}

export function openDatabaseWithAdmin(): Promise<Database> {
  return openCopy(inject('databaseTemplates').withAdmin);
}

async function openCopy(template: string): Promise<Database> {
  const { url, drop } = await createDatabase(`template ${template} strategy file_copy`);
  const database = await openUrl(url);
  const close = async () => {
    await database.close();
    drop();
  };
  return { ...database, close };
}

export async function openDatabaseAtSchema(
  migrations: readonly Migration[],
): Promise<{ url: string; drop(): void }> {
  const { url, drop } = await createDatabase('');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await applyMigrations(client, migrations);
  await client.end();
  return { url, drop };
}

async function createDatabase(options: string): Promise<{ url: string; drop(): void }> {
  const { url, prefix } = inject('databaseTemplates');
  const name = `${prefix}${randomUUID().replaceAll('-', '')}`;
  await (await creatingSession()).query(`create database ${name} ${options}`);
  return {
    url: withDatabase(url, name),
    // Not awaited: the end of the run drops the remaining databases.
    drop() {
      droppingSession()
        .then((session) => session.query(`drop database if exists ${name} with (force)`))
        .catch(() => undefined);
    },
  };
}

/** Two sessions, so that one database can be created while another one is being dropped. */
const creatingSession = createSharedSession();
const droppingSession = createSharedSession();

/** Stays open across the files of a worker, and doesn't keep the process alive. */
function createSharedSession(): () => Promise<pg.Client> {
  let session: Promise<pg.Client> | undefined;
  return () => {
    session ??= open(inject('databaseTemplates').url);
    return session;
  };
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  // `@types/pg` doesn't declare `unref`.
  (client as pg.Client & { unref(): void }).unref();
  return client;
}
