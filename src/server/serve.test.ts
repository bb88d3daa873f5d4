import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Change } from '#contract/freshness.ts';
import { writePack } from '../../tests/support/small-pack.ts';
import { sql } from '../../tests/support/template-database.ts';
import { openDatabaseAtSchema, openTestDatabase } from '../../tests/support/test-database.ts';
import { createLocalBus } from './changes/bus.ts';
import { readMigrations } from './db/migrate.ts';
import { connectionUrl, type Database } from './db/open.ts';
import { readEnvironment } from './environment.ts';
import * as logging from './http/log.ts';
import * as buses from './open-bus.ts';
import { serve } from './serve.ts';

let dataDir: string;
let database: Database;
let logged: string[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'called-it-serve-'));
  database = await openTestDatabase();
  logged = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void logged.push(line));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(
  variables: Record<string, string>,
  url = connectionUrl(database.db),
): Promise<() => Promise<void>> {
  const defaults = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent' };
  const admin = { ADMIN_EMAIL: 'stagehand@example.com', ADMIN_PASSWORD: 'lights down at eight' };
  const resources: { close(): PromiseLike<unknown> }[] = [];
  await serve(readEnvironment({ ...defaults, ...admin, ...variables }), url, resources);
  return async () => {
    for (const resource of resources.splice(0)) await resource.close();
  };
}

test('rejects a custom band pack with mistakes at startup', async () => {
  const folder = await writePack({ 'songs.csv': 'nothing' });
  const DATABASE_URL = 'postgres://127.0.0.1/called_it';
  await expect(start({ BAND_PACK: folder, DATABASE_URL })).rejects.toThrow(/songs\.csv/);
});

test.skipIf(process.platform === 'win32')(
  'restricts the data directory to its owner with an external database',
  async () => {
    await mkdir(join(dataDir, 'backups'), { mode: 0o755 });
    const files = ['backups/tour.backup', 'first-administrator.txt', 'notes.sh'];
    for (const name of files) await writeFile(join(dataDir, name), 'x');
    for (const name of ['.', 'backups', ...files]) await chmod(join(dataDir, name), 0o755);
    const stopServer = await start({ DATABASE_URL: 'postgres://127.0.0.1/called_it' });
    const readMode = async (name: string) =>
      ((await stat(join(dataDir, name))).mode & 0o777).toString(8);
    expect(await Promise.all(['.', 'backups', files[0] ?? ''].map(readMode))).toEqual([
      ...['700', '700', '600'],
    ]);
    expect(await readMode('notes.sh')).toBe('755');
    expect(logged.join('\n')).not.toMatch(/TLS|DATA_DIR/);
    await stopServer();
  },
);

test('warns when the database connection leaves the private network without TLS', async () => {
  const stopServer = await start({
    DATABASE_URL: 'postgres://user:hidden@db.example.org/called_it',
  });
  expect(logged.join('\n')).toContain(
    'The connection to DATABASE_URL leaves the private network without TLS: see SECURITY.md.',
  );
  expect(logged.join('\n')).not.toContain('hidden');
  await stopServer();
});

test('saves an external database before an update and logs each step as JSON', async () => {
  const { url, drop } = await openDatabaseAtSchema(readMigrations().slice(0, -1));
  await sql(url, `insert into songs (title) values ('Ember')`);
  const stopServer = await start({ DATABASE_URL: url }, url);
  const [backup] = await readdir(join(dataDir, 'backups'));
  expect(backup).toMatch(/-before-update\.backup$/);
  const lines = logged.map((line) => JSON.parse(line));
  expect(lines).toEqual(lines.map(() => expect.objectContaining({ level: 30, pid: process.pid })));
  const numbers = readMigrations().map(({ tag }) => tag.slice(0, 4));
  const messages = lines.map(({ msg }) => msg);
  expect(messages[0]).toMatch(/^Starting version \d+\.\d+\.\d+ with data folder \//);
  expect(messages.slice(1, 3)).toEqual([
    `Backup saved at ${join(dataDir, 'backups', backup ?? '')}`,
    `Migrating ${numbers.at(-2)} → ${numbers.at(-1)}`,
  ]);
  expect(messages.at(-1)).toMatch(/^Ready in \d+\.\d s$/);
  await stopServer();
  drop();
});

test('retries when a busy database accepts no connection in time', async () => {
  const { query } = pg.Pool.prototype;
  let rejections = 0;
  vi.spyOn(pg.Pool.prototype, 'query').mockImplementation(function (
    this: pg.Pool,
    ...args: unknown[]
  ) {
    if (rejections > 0 || !JSON.stringify(args[0]).includes('band_settings'))
      return Reflect.apply(query, this, args);
    rejections += 1;
    return Promise.reject(new Error('timeout exceeded when trying to connect'));
  });
  const stopServer = await start({});
  expect(rejections).toBe(1);
  expect(JSON.parse(logged.at(-1) ?? '').msg).toMatch(/^Ready in /);
  await stopServer();
});

test('announces to other nodes that promoting an administrator ended sessions', async () => {
  const [fan] = (
    await database.db.execute<{ id: string }>(
      `insert into users (email, email_key, username, username_key, password)
       values ('stagehand@example.com', 'stagehand@example.com', 'Hand', 'hand', 'x') returning id`,
    )
  ).rows;
  const bus = createLocalBus();
  const published: Change[] = [];
  bus.subscribe((changes) => void published.push(...changes));
  vi.spyOn(buses, 'openBus').mockResolvedValue({ bus });
  const stopServer = await start({});
  expect(published).toContainEqual(
    expect.objectContaining({ topic: 'access', subjectId: fan?.id }),
  );
  await stopServer();
});

test('logs plain text on a terminal', async () => {
  const { isTTY } = process.stdout;
  process.stdout.isTTY = true;
  vi.spyOn(logging, 'createLogOptions').mockResolvedValue(false);
  try {
    const stopServer = await start({});
    expect(logged.at(-1)).toMatch(/^Ready in \d+\.\d s$/);
    await stopServer();
  } finally {
    process.stdout.isTTY = isTTY;
  }
});
