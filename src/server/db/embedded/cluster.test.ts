import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findScratchFolder } from '../../../../tests/support/scratch-folder.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { endPostmaster, startPostmaster } from './postmaster.ts';
import { createLoopbackListener, prepareCluster } from './prepare-cluster.ts';

let preparedDir: string;
let dataDir: string;
let logLines: string[];
const log = (line: string) => logLines.push(line);
const settings = { fsync: 'off' };

const createFolder = () => mkdtemp(join(findScratchFolder(), 'called-it-cluster-'));
beforeAll(async () => {
  preparedDir = await createFolder();
  const options = { dataDir: preparedDir, settings, log: () => undefined };
  const onSpawn = vi.fn();
  await (await openCluster({ ...options, onSpawn })).close();
  expect(onSpawn, 'called for initdb and for the postmaster').toHaveBeenCalledTimes(2);
});
afterAll(() => rm(preparedDir, { recursive: true, force: true }));

beforeEach(async () => {
  dataDir = await createFolder();
  logLines = [];
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const copyPreparedCluster = (folder = dataDir) => cp(preparedDir, folder, { recursive: true });

describe('a running cluster', () => {
  let cluster: Cluster;
  beforeEach(async () => {
    await copyPreparedCluster();
    cluster = await openCluster({ dataDir, settings, log });
  });
  afterEach(() => cluster.close());

  test('sorts text by code point, syncs commits, and is accessible only to its owner', async () => {
    const [row] = await query<Record<string, unknown>>(
      cluster.url,
      `select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider,
        datlocale as locale, current_setting('synchronous_commit') as commit,
        current_setting('autovacuum') as autovacuum, current_setting('listen_addresses') as tcp
       from pg_database where datname = current_database()`,
    );
    expect(row).toEqual({
      encoding: 'UTF8',
      provider: 'b',
      locale: 'C.UTF-8',
      commit: 'on',
      autovacuum: 'on',
      tcp: '',
    });
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect((await stat(join(dataDir, 'postgresql', 'data'))).mode & 0o777).toBe(0o700);
  });

  test('rejects a second open and keeps running', async () => {
    await expect(openCluster({ dataDir, settings, log })).rejects.toThrow(
      `in use by process ${process.pid}`,
    );
    expect(await query(cluster.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('restarts with all committed data when its postmaster dies', async () => {
    await query(cluster.url, 'create table kept as select 7 as seven');
    process.kill(await readPostmasterPid(), 'SIGKILL');
    await expect.poll(() => isReachable(cluster.url)).toBe(true);
    expect(await query(cluster.url, 'select seven from kept')).toEqual([{ seven: 7 }]);
    expect(logLines.join('\n')).toContain('PostgreSQL exited (SIGKILL) and will be restarted');
  });

  test('can be closed during a restart', async () => {
    const pid = await readPostmasterPid();
    process.kill(pid, 'SIGKILL');
    await expect.poll(readPostmasterPid, { interval: 1 }).not.toBe(pid);
    await cluster.close();
    cluster = await openCluster({ dataDir, settings, log });
    expect(await isReachable(cluster.url)).toBe(true);
  });
});

test('commits reach the disk before the response by default', async () => {
  await copyPreparedCluster();
  const { plan } = await prepareCluster(dataDir, { dataDir, log });
  for (const setting of ['fsync=on', 'synchronous_commit=on'])
    expect(plan.command).toContain(setting);
});

test('a cluster starts after an interrupted initialization', async () => {
  await mkdir(join(dataDir, 'postgresql', 'data.new', 'base'), { recursive: true });
  const cluster = await openCluster({ dataDir, settings, log });
  expect(await isReachable(cluster.url)).toBe(true);
  await cluster.close();
});

test.skipIf(process.platform === 'win32')(
  'a start restricts a folder that others could access',
  async () => {
    await copyPreparedCluster();
    const folders = ['backups', 'imports/a.example', 'postgresql-17'];
    for (const name of folders) await mkdir(join(dataDir, name), { recursive: true });
    const serverFiles = [
      ...['postgresql/password', 'postgresql-17/password', 'backups/tour.backup', 'demo.backup'],
      ...['imports/a.example/answer.json', 'first-administrator.txt'],
    ];
    for (const name of serverFiles) await writeFile(join(dataDir, name), 'x');
    await writeFile(join(dataDir, 'notes.sh'), 'x');
    for (const name of await readdir(dataDir, { recursive: true }))
      await chmod(join(dataDir, name), 0o755);
    await chmod(dataDir, 0o755);

    const cluster = await openCluster({ dataDir, settings, log });
    const readMode = async (name: string) =>
      ((await stat(join(dataDir, name))).mode & 0o777).toString(8);
    for (const folder of ['.', 'postgresql', 'postgresql/data', 'imports', ...folders])
      expect([folder, await readMode(folder)]).toEqual([folder, '700']);
    const sockets = (await readdir(dataDir)).filter((name) => name.endsWith('.sock'));
    expect(sockets).toHaveLength(1);
    for (const file of [...serverFiles, ...sockets])
      expect([file, await readMode(file)]).toEqual([file, '600']);
    expect(await readMode('notes.sh')).toBe('755');
    await cluster.close();
  },
);

test('a start rejects a folder from the first versions without changing it', async () => {
  await mkdir(join(dataDir, 'database'));
  await writeFile(join(dataDir, 'database', 'PG_VERSION'), '17\n');
  await expect(openCluster({ dataDir, settings, log })).rejects.toThrow(/Nothing was changed/);
  await expect(stat(join(dataDir, 'postgresql'))).rejects.toThrow('ENOENT');
});

test('a cluster starts in a folder whose path is too long for a socket', async () => {
  const longPath = join(dataDir, 'a-long-name-'.repeat(9));
  await copyPreparedCluster(longPath);
  const cluster = await openCluster({ dataDir: longPath, settings, log });
  expect(await isReachable(cluster.url)).toBe(true);
  await cluster.close();
});

test('a start reports PostgreSQL’s message about an invalid setting', async () => {
  await copyPreparedCluster();
  const invalidSettings = { ...settings, shared_buffers: 'plenty' };
  await expect(openCluster({ dataDir, settings: invalidSettings, log })).rejects.toThrow(
    /shared_buffers/,
  );
  await (await openCluster({ dataDir, settings, log })).close();
});

test('requires the password over loopback, as on Windows', async () => {
  await copyPreparedCluster();
  const { plan } = await prepareCluster(dataDir, { dataDir, settings, log });
  const listener = await createLoopbackListener(join(dataDir, 'postgresql'));
  const overLoopback = Object.entries(listener.settings).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = await startPostmaster({
    ...plan,
    command: [...plan.command, ...overLoopback],
    connection: { ...listener.connection, user: 'postgres', database: 'postgres' },
    address: listener.address,
  });
  const url = new URL(listener.url);
  url.pathname = '/postgres';
  expect(await isReachable(url.href)).toBe(true);
  url.password = 'guessed';
  expect(await isReachable(url.href)).toBe(false);
  await endPostmaster(child);
});

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function isReachable(url: string): Promise<boolean> {
  return query(url, 'select 1').then(
    () => true,
    () => false,
  );
}

async function readPostmasterPid(): Promise<number> {
  const file = join(dataDir, 'postgresql', 'data', 'postmaster.pid');
  return Number.parseInt(await readFile(file, 'utf8'), 10);
}
