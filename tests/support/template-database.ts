import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createFirstAdmin } from '#server/accounts/administrators/first-admin.ts';
import { openUrl } from '#server/db/open.ts';
import { startTestServer } from './test-server.ts';

interface Templates {
  url: string;
  prefix: string;
  empty: string;
  withAdmin: string;
  isEmbedded: boolean;
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseTemplates: Templates;
  }
}

export const FIRST_ADMIN = { email: 'stagehand@example.com', password: 'correct horse battery' };

/** Each project loads this file separately, so they share state through `globalThis`. */
const shared = globalThis as { calledItTests?: { projects: number; opening: Promise<Opened> } };

type Opened = { templates: Templates; close(): Promise<void> };

/** Provides the databases that test files copy. All projects of a run share one server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.calledItTests ??= { projects: 0, opening: openTemplates() };
  const { calledItTests: tests } = shared;
  tests.projects += 1;
  const { templates, close } = await tests.opening;
  project.provide('databaseTemplates', templates);
  return async () => {
    tests.projects -= 1;
    if (tests.projects > 0) return;
    delete shared.calledItTests;
    await close();
  };
}

async function openTemplates(): Promise<Opened> {
  const server = await startTestServer();
  const { url, isEmbedded } = server;
  const prefix = `called_it_${process.pid}_`;
  const [empty, withAdmin] = [`${prefix}empty`, `${prefix}with_admin`];
  await sql(url, `create database ${empty}`);
  await (await openUrl(withDatabase(url, empty), 1)).close();
  await sql(url, `create database ${withAdmin} template ${empty}`);
  const { db, close } = await openUrl(withDatabase(url, withAdmin), 1);
  await createFirstAdmin(db, FIRST_ADMIN);
  await close();
  return {
    templates: { url, prefix, empty, withAdmin, isEmbedded },
    async close() {
      // The developer's server keeps running, so drop every database of the run.
      for (const name of await listDatabases(url, prefix))
        await sql(url, `drop database if exists ${name} with (force)`);
      await server.close();
    },
  };
}

async function listDatabases(url: string, prefix: string): Promise<string[]> {
  const rows = await sql(url, 'select datname as name from pg_database');
  return rows.map(({ name }) => String(name)).filter((name) => name.startsWith(prefix));
}

export function withDatabase(url: string, name: string): string {
  const target = new URL(url);
  target.pathname = `/${name}`;
  return target.href;
}

export async function sql(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
