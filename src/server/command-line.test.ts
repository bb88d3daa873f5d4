import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findProgram } from '../../tests/support/installed-programs.ts';
import { runTool } from '../../tests/support/run-tool.ts';
import { findScratchFolder } from '../../tests/support/scratch-folder.ts';
import { sql } from '../../tests/support/template-database.ts';
import { openCluster } from './db/embedded/cluster.ts';
import { openUrl } from './db/open.ts';

const MODULES = [
  ...[
    'api-client',
    'configured-database',
    'load-env-file',
    'read-arguments',
    'read-played-shows',
    'run-command',
  ],
];

const TOOLS = (await readdir('tools'))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length))
  .filter((name) => !MODULES.includes(name));

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'called-it-command-line-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const run = (name: string, ...args: string[]) => runTool(name, args, { DATA_DIR: dataDir });

describe.each(TOOLS)('%s', (name) => {
  test('prints its usage and does nothing else with --help', async () => {
    const { code, stdout, stderr } = await run(name, '--help');
    expect([code, stdout, stderr]).toEqual([0, expect.stringContaining(name), '']);
    expect(await readdir(dataDir)).toEqual([]);
  });

  // psql parses its own options.
  test.skipIf(name === 'psql')('rejects an unknown option with an error message', async () => {
    const { code, stdout, stderr } = await run(name, '--unknown');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.split('\n')[0]).toBe("Unknown option '--unknown'.");
    expect(await readdir(dataDir)).toEqual([]);
  });
});

describe('next to a server on the embedded database', () => {
  let folder: string;
  let cluster: Awaited<ReturnType<typeof openCluster>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(findScratchFolder(), 'called it beside '));
    const settings = { fsync: 'off' };
    cluster = await openCluster({ dataDir: folder, settings, log: () => undefined });
    await (await openUrl(cluster.url)).close();
    await sql(
      cluster.url,
      `insert into users (email, email_key, username, username_key, password)
       select name, name, name, name, 'x' from unnest(array['fan@example.com', 'bystander']) name`,
    );
  });
  afterAll(async () => {
    await cluster.close();
    await rm(folder, { recursive: true, force: true });
  });
  const runHere = (name: string, ...args: string[]) => runTool(name, args, { DATA_DIR: folder });

  test('runs admin, setup and invariants', async () => {
    expect(await runHere('admin', 'grant', 'fan@example.com')).toMatchObject({
      code: 0,
      stdout: 'fan@example.com is an administrator now.\n',
    });
    expect(await runHere('setup')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Imported 207 songs/),
    });
    const { stdout, stderr } = await runHere('invariants');
    expect(stdout).toContain('holds   no orphans');
    expect(stderr).toMatch(/^\d+ of \d+ invariants are violated\.\n$/);
  });

  test.runIf(findProgram('psql'))('runs psql in a folder with spaces in its name', async () => {
    const quietly = ['-c', 'select 1', '-o', '/dev/null'];
    expect(await runHere('psql', ...quietly)).toMatchObject({ code: 0 });
  });

  test('refuses to run against the schema of an earlier version', async () => {
    await sql(
      cluster.url,
      'delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)',
    );
    expect(await runHere('invariants')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'A server of an earlier version runs on this database: stop it first.\n',
    });
  });
});

describe('a server that fails to start prints only one line', () => {
  async function startFails(env: Record<string, string>) {
    const variables = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', ...env };
    const args = ['--import', 'tsx', 'src/server/main.ts'];
    const pendingCommand = promisify(execFile)(process.execPath, args, { env: variables });
    const { code, stdout, stderr } = await pendingCommand.then(
      () => Promise.reject(new Error('The server started.')),
      (error) => error,
    );
    const [line = '', ...otherLines] = stderr.trimEnd().split('\n');
    return { code, stdout, otherLines, ...JSON.parse(line) };
  }

  test('if HOST is not a local address', async () => {
    expect(await startFails({ HOST: 'nope.invalid' })).toMatchObject({
      ...{ code: 1, stdout: '', otherLines: [], level: 60 },
      msg: 'HOST is nope.invalid, which is not an address of this machine.',
    });
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('if a demo has no fan to sign in as', async () => {
    const DATA_DIR = await mkdtemp(join(findScratchFolder(), 'called-it-demo-'));
    const failing = startFails({ DATA_DIR, DEMO_RESET_HOURS: '6' });
    expect(await failing.finally(() => rm(DATA_DIR, { recursive: true }))).toMatchObject({
      ...{ code: 1, stdout: '', otherLines: [], level: 60 },
      msg: expect.stringMatching(/^A demo needs a fan to sign in as/),
    });
  });
});

test('the demo prints its usage or an error without installing or building', async () => {
  const demo = (arg: string) => promisify(execFile)(process.execPath, ['tools/demo.mjs', arg]);
  expect((await demo('--help')).stdout).toMatch(/^Usage: npm run demo/);
  await expect(demo('--unknown')).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Unknown option '--unknown'\.\nUsage:/),
  });
});
