import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { EMBEDDED_START_PARAMS, openPglite, openPostgres } from '#server/db/open.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Dump of a migrated, empty PGlite. */
    pgliteTemplate: string | null;
    /** Connection URL and name of a migrated, empty database of a PostgreSQL server. */
    postgresTemplate: { url: string; name: string } | null;
  }
}

/** Makes one migrated database that every test file of the project copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL;
  project.provide('pgliteTemplate', url ? null : await pgliteTemplate());
  if (!url) {
    project.provide('postgresTemplate', null);
    return async () => undefined;
  }
  const name = `called_it_template_${process.pid}_${project.name.replaceAll('-', '_')}`;
  await sql(url, `create database ${name}`);
  await (await openPostgres(withDatabase(url, name), 1)).close();
  project.provide('postgresTemplate', { url, name });
  return () => sql(url, `drop database if exists ${name}`);
}

/** The cluster takes seconds to make, so it is kept until a migration or PGlite changes. */
async function pgliteTemplate(): Promise<string> {
  const root = new URL('../../', import.meta.url);
  const folder = new URL('node_modules/.cache/called-it/', root);
  const hash = createHash('sha256').update(pgliteVersion());
  const migrations = new URL('drizzle/', root);
  for (const file of readdirSync(migrations)
    .filter((name) => name.endsWith('.sql'))
    .sort())
    hash.update(readFileSync(new URL(file, migrations)));
  const path = fileURLToPath(new URL(`template-${hash.digest('hex').slice(0, 16)}.tar`, folder));
  if (existsSync(path)) return path;
  const client = new PGlite({ startParams: EMBEDDED_START_PARAMS });
  const database = await openPglite(client);
  const dump = await client.dumpDataDir('none');
  await database.close();
  mkdirSync(folder, { recursive: true });
  // In two steps, so that a run that is cut off leaves no half of a dump.
  writeFileSync(`${path}.${process.pid}`, Buffer.from(await dump.arrayBuffer()));
  renameSync(`${path}.${process.pid}`, path);
  return path;
}

function pgliteVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest = new URL('../package.json', `file://${entry}`);
  return readFileSync(manifest, 'utf8');
}

export function withDatabase(url: string, name: string): string {
  const target = new URL(url);
  target.pathname = `/${name}`;
  return target.href;
}

/** Runs one statement on the server that `url` names. */
export async function sql(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
