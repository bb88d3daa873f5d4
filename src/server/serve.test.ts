import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sql } from '../../tests/support/template-database.ts';
import { openAtSchema, openTestDatabase } from '../../tests/support/test-database.ts';
import { readMigrations } from './db/migrate.ts';
import { type Database, urlOf } from './db/open.ts';
import { readEnvironment } from './environment.ts';
import { serve } from './serve.ts';

let dataDir: string;
let database: Database;
let said: string[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'called-it-serve-'));
  database = await openTestDatabase();
  said = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** The whole server, on a database that is told to be where `DATABASE_URL` says. */
async function start(
  variables: Record<string, string>,
  url = urlOf(database.db),
): Promise<() => Promise<void>> {
  const own = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent' };
  const admin = { ADMIN_EMAIL: 'stagehand@example.com', ADMIN_PASSWORD: 'lights down at eight' };
  const open: { close(): PromiseLike<unknown> }[] = [];
  await serve(readEnvironment({ ...own, ...admin, ...variables }), url, open);
  return async () => {
    for (const one of open.splice(0)) await one.close();
  };
}

test.skipIf(process.platform === 'win32')(
  'with a database elsewhere, too, nobody but its owner may enter the data folder',
  async () => {
    await mkdir(join(dataDir, 'backups'), { mode: 0o755 });
    const files = ['backups/tour.backup', 'first-administrator.txt', 'notes.sh'];
    for (const name of files) await writeFile(join(dataDir, name), 'x');
    for (const name of ['.', 'backups', ...files]) await chmod(join(dataDir, name), 0o755);
    const end = await start({ DATABASE_URL: 'postgres://127.0.0.1/called_it' });
    const rights = async (name: string) =>
      ((await stat(join(dataDir, name))).mode & 0o777).toString(8);
    expect(await Promise.all(['.', 'backups', files[0] ?? ''].map(rights))).toEqual([
      ...['700', '700', '600'],
    ]);
    // Whoever keeps something else there finds it as it was.
    expect(await rights('notes.sh')).toBe('755');
    expect(said.join('\n')).not.toMatch(/TLS|DATA_DIR/);
    await end();
  },
);

test('says where what is stored leaves the private network without TLS', async () => {
  const end = await start({ DATABASE_URL: 'postgres://user:hidden@db.example.org/called_it' });
  expect(said).toContain(
    'DATABASE_URL leads out of the private network without TLS: see SECURITY.md.',
  );
  expect(said.join('\n')).not.toContain('hidden');
  await end();
});

test('a server that brings its own database up to date has saved it before', async () => {
  const { url, drop } = await openAtSchema(readMigrations().slice(0, -1));
  await sql(url, `insert into songs (title) values ('Ember')`);
  const end = await start({}, url);
  expect(await readdir(join(dataDir, 'backups'))).toEqual([
    expect.stringMatching(/-before-update\.backup$/),
  ]);
  await end();
  drop();
});
