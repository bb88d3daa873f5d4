import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runTool } from '../../../../tests/support/run-tool.ts';
import { findScratchFolder } from '../../../../tests/support/scratch-folder.ts';
import { openUrl } from '../open.ts';
import { songs } from '../schema/songs.ts';
import { openCluster } from './cluster.ts';

const settings = { fsync: 'off' };
const log = () => undefined;

let dataDir: string;
let backup: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(findScratchFolder(), 'called-it-other-major-'));
  const cluster = await openCluster({ dataDir, settings, log });
  const { db, close } = await openUrl(cluster.url, 2);
  await db.insert(songs).values([{ title: 'Ember' }, { title: 'Fathom' }]);
  [backup = ''] = (await runCommand('backup')).stdout.split(': ');
  await close();
  await cluster.close();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const getVersionFilePath = () => join(dataDir, 'postgresql', 'data', 'PG_VERSION');

test('rejects a cluster of a newer PostgreSQL and changes nothing', async () => {
  await writeFile(getVersionFilePath(), '99\n');
  await expect(openCluster({ dataDir, settings, log })).rejects.toThrow(/Start the newer version/);
});

test('rejects a cluster of an older PostgreSQL with instructions that keep the old cluster', async () => {
  await writeFile(getVersionFilePath(), '17\n');
  await expect(openCluster({ dataDir, settings, log })).rejects.toThrow(
    `created by PostgreSQL 17. This version includes PostgreSQL 18, which cannot read it. Nothing was changed. "npm run restore -- ${backup}"`,
  );
  const damaged = join(dataDir, 'damaged.backup');
  await writeFile(damaged, (await readFile(backup)).subarray(0, -1));
  expect((await runCommand('restore', damaged)).stderr).toMatch(/1 bytes are missing/);
  expect(await readFile(getVersionFilePath(), 'utf8')).toBe('17\n');

  const { stdout } = await runCommand('restore', backup);
  expect(stdout).toContain('Restored 2 rows');
  expect(stdout).toContain(`kept in ${join(dataDir, 'postgresql-17')}`);
  expect(await readFile(join(dataDir, 'postgresql-17', 'data', 'PG_VERSION'), 'utf8')).toBe('17\n');
  const cluster = await openCluster({ dataDir, settings, log });
  expect(await listTitles(cluster.url)).toEqual(['Ember', 'Fathom']);
  await cluster.close();
});

function runCommand(name: string, ...args: string[]) {
  return runTool(name, args, { DATA_DIR: dataDir });
}

async function listTitles(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select title from songs order by title');
  await client.end();
  return rows.map(({ title }) => title);
}
