import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openCluster } from '#server/db/embedded/cluster.ts';
import { openUrl } from '#server/db/open.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection URL of a server, and the name of a migrated, empty database on it. */
    databaseTemplate: { url: string; name: string };
  }
}

/**
 * Makes one migrated database that every test file of the project copies: on the embedded
 * PostgreSQL, or on the server that TEST_DATABASE_URL names.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await findServer();
  const name = `called_it_template_${process.pid}_${project.name.replaceAll('-', '_')}`;
  await sql(server.url, `create database ${name}`);
  await (await openUrl(withDatabase(server.url, name), 1)).close();
  project.provide('databaseTemplate', { url: server.url, name });
  return async () => {
    await sql(server.url, `drop database if exists ${name}`);
    await server.close();
  };
}

export async function findServer(): Promise<{ url: string; close(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { url, close: async () => undefined };
  const dataDir = await mkdtemp(join(tmpdir(), 'called-it-tests-'));
  // Nothing in it is worth keeping: only a power failure would take something.
  const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '200' };
  const cluster = await openCluster({ dataDir, settings, log: () => undefined });
  const close = async () => {
    await cluster.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: cluster.url, close };
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
