import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { endChild, freePort } from '../../../../tests/support/processes.ts';
import { scratchFolder } from '../../../../tests/support/scratch-folder.ts';
import { applyMigrations, readMigrations } from '../migrate.ts';
import { openCluster } from './cluster.ts';

test('a server that brings its embedded database up to date has saved it before', async () => {
  const dataDir = await mkdtemp(join(scratchFolder(), 'called-it-update-'));
  const cluster = await openCluster({ dataDir, settings: { fsync: 'off' }, log: () => undefined });
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  await applyMigrations(client, readMigrations().slice(0, -1));
  await client.query(`insert into songs (title) values ('Ember')`);
  await client.end();
  await cluster.close();

  const port = await freePort();
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1' };
  const server = spawn('node_modules/.bin/tsx', ['src/server/main.ts'], { env, stdio: 'ignore' });
  onTestFinished(async () => {
    await endChild(server, 'SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
  expect(await readdir(join(dataDir, 'backups'))).toEqual([
    expect.stringMatching(/-before-update\.backup$/),
  ]);
}, 90_000);
