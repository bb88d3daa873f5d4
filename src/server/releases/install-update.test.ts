import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { passTrial, writeChecksum, writeFakeRelease } from '../../../tests/support/fake-release.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { readHeader } from '../backups/backup-file.ts';
import { restoreBackup } from '../backups/restore-backup.ts';
import { writeBackup } from '../backups/write-backup.ts';
import { startPostmaster } from '../db/embedded/postmaster.ts';
import { prepareCluster } from '../db/embedded/prepare-cluster.ts';
import { connectionUrl, type Database } from '../db/open.ts';
import { readEnvironment } from '../environment.ts';
import { installUpdate } from './install-update.ts';
import { readCurrentVersion, readTriedVersion } from './installation.ts';
import { END_SIGNALS } from './run-trial.ts';

let database: Database;
let url: string;
let folder: string;
let home: string;
let dataDir: string;
let archive: string;
let steps: string[];

beforeAll(async () => {
  database = await openTestDatabase();
  url = connectionUrl(database.db);
  await restoreBackup(url, 'tests/fixtures/0.1.0.backup');
});
afterAll(() => database.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'called-it-update-'));
  [home, dataDir, archive] = ['home', 'data', 'new.tar.gz'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const version of ['0.0.9', '0.1.0'])
    await mkdir(join(home, 'versions', version), { recursive: true });
  await mkdir(dataDir);
  await writeFile(join(home, 'current'), '0.1.0\n');
  steps = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function update(changes: Partial<Parameters<typeof installUpdate>[0]> = {}): Promise<string> {
  return installUpdate({
    home,
    environment: readEnvironment({ DATABASE_URL: url, DATA_DIR: dataDir }),
    source: archive,
    onStep: (message) => steps.push(message),
    ...changes,
  });
}

async function hashTables(): Promise<Record<string, string>> {
  const file = join(folder, 'state.backup');
  await writeBackup(url, file);
  const { tables } = await readHeader(file);
  await rm(file);
  return Object.fromEntries(tables.map(({ name, sha256 }) => [name, sha256]));
}

async function expectUnchanged(run: () => Promise<unknown>, message: string | RegExp) {
  const before = await hashTables();
  await expect(run()).rejects.toThrow(message);
  expect(await hashTables()).toEqual(before);
  expect(readCurrentVersion(home)).toBe('0.1.0');
  expect((await readdir(join(home, 'versions'))).sort()).toEqual(['0.0.9', '0.1.0']);
  expect(readTriedVersion(dataDir)).toBeUndefined();
  expect((await readdir(dataDir)).filter((name) => name !== 'backups')).toEqual([]);
}

test('installs a version that passes its trial, and keeps versions that a server may still run', async () => {
  const before = await hashTables();
  const script = `import { readFileSync } from 'node:fs';
    const [command, option, file] = process.argv.slice(2);
    const isBackup = readFileSync(file, 'latin1').startsWith('called-it backup');
    if (command !== 'trial' || option !== '--backup' || !isBackup) process.exit(1);
    if (process.env.DATA_DIR === ${JSON.stringify(dataDir)}) process.exit(1);
    ${passTrial('0.2.0')}`;
  await writeFakeRelease(archive, { version: '0.2.0', script });
  await writeChecksum(archive);
  expect(await update()).toBe('0.2.0');
  expect(readCurrentVersion(home)).toBe('0.2.0');
  expect(readTriedVersion(dataDir)).toBe('0.2.0');
  expect((await readdir(join(home, 'versions'))).sort()).toEqual(['0.0.9', '0.1.0', '0.2.0']);
  const [backup = ''] = await readdir(join(dataDir, 'backups'));
  expect(steps).toEqual([
    'Unpacked version 0.2.0.',
    `Backup saved at ${join(dataDir, 'backups', backup)}`,
    'Trying version 0.2.0 on a copy of the data…',
  ]);
  expect(await hashTables()).toEqual(before);
});

describe('a version that fails its trial leaves the program and the data as they were', () => {
  const fail = (message: string) => `console.error(${JSON.stringify(message)}); process.exit(1);`;
  test.each<[string, string, string]>([
    ['with an error', fail('The port is in use.'), 'The port is in use.'],
    ['without a message', 'process.exit(3);', 'It exited with 3.'],
    ['by a signal', `process.kill(process.pid, 'SIGKILL');`, 'It exited with null.'],
    ['without a result', `console.log('ready');`, 'It exited with 0.'],
    ['as another version', passTrial('9.0.1'), 'It is version 9.0.1.'],
    [
      'with a broken invariant',
      passTrial('9.0.0', ['no orphans']),
      'It violates these invariants: no orphans.',
    ],
    ['because it does not load', 'throw new Error("no module");', 'Error: no module'],
  ])('%s', async (_what, script, message) => {
    await writeFakeRelease(archive, { script });
    await writeChecksum(archive);
    await expectUnchanged(
      () => update(),
      `Version 9.0.0 failed on a copy of your data. ${message} Version 0.1.0 is still installed, and the data is as it was.`,
    );
  });

  test('because it does not finish', async () => {
    await writeFakeRelease(archive, { script: 'setInterval(() => undefined, 1_000);' });
    await writeChecksum(archive);
    await expectUnchanged(
      () => update({ trialTimeoutMs: 300 }),
      'It did not finish in 0.3 seconds.',
    );
  });
});

describe('an update that cannot be tried does not blame the new version', () => {
  beforeEach(async () => {
    await writeFakeRelease(archive);
    await writeChecksum(archive);
  });

  test('on a disk without space for the trial', async () => {
    const freeBytes = async () => 384 * 1024 * 1024;
    await expectUnchanged(
      () => update({ freeBytes }),
      /^Not enough space for the trial: it needs \d+ MB, and the disk has 384 MB left\. Nothing was changed\.$/,
    );
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('without its database', async () => {
    const environment = readEnvironment({
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      DATA_DIR: dataDir,
    });
    await expectUnchanged(
      () => update({ environment }),
      /^The database does not respond \(connect ECONNREFUSED 127\.0\.0\.1:1\)\. Nothing was changed\.$/,
    );
  });

  test.each(END_SIGNALS)('after %s, which also ends the trial', async (signal) => {
    const started = join(folder, 'started');
    const ended = join(folder, 'ended');
    await writeFakeRelease(archive, {
      script: `import { writeFileSync } from 'node:fs';
        process.on('SIGTERM', () => {
          writeFileSync(${JSON.stringify(ended)}, '');
          process.exit(1);
        });
        setInterval(() => undefined, 1_000);
        writeFileSync(${JSON.stringify(started)}, '');`,
    });
    await writeChecksum(archive);
    await expectUnchanged(async () => {
      const updating = update();
      await expect.poll(() => existsSync(started), { timeout: 10_000 }).toBe(true);
      process.emit(signal);
      await updating;
    }, /^The trial was interrupted\. Nothing was changed\.$/);
    expect(existsSync(ended)).toBe(true);
  });
});

describe('an archive is rejected before a backup is made', () => {
  test.each<[string, Parameters<typeof writeFakeRelease>[1], string | RegExp]>([
    ['from an older version', { version: '0.0.9' }, 'Version 0.0.9 is older than the installed'],
    ['of this version', { version: '0.1.0' }, 'Version 0.1.0 is already installed.'],
    ['for another system', { info: { platform: 'plan9' } }, 'The archive is for plan9-'],
    ['for another processor', { info: { arch: 'pdp11' } }, /and this machine is \w+-\w+\. Nothing/],
    ['that needs a newer Node', { info: { node: '99.0.0' } }, 'needs Node 99.0.0 or newer'],
    ['without a description', { info: { version: 1 } }, 'is not a release of Called It'],
  ])('%s', async (_what, release, message) => {
    await writeFakeRelease(archive, release);
    await writeChecksum(archive);
    await expectUnchanged(() => update(), message);
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('with a wrong checksum', async () => {
    await writeFakeRelease(archive);
    await writeChecksum(archive);
    await writeFile(archive, Buffer.concat([await readFile(archive), Buffer.from('x')]));
    await expectUnchanged(() => update(), 'does not match the expected checksum');
  });
});

test('the remains of an interrupted update do not affect the next one', async () => {
  await writeFakeRelease(archive, { version: '0.2.0' });
  await writeChecksum(archive);
  await mkdir(join(home, 'versions', '.new', 'scripts'), { recursive: true });
  const trial = join(dataDir, 'update-trial');
  const { plan } = await prepareCluster(trial, { dataDir: trial, log: () => undefined });
  const orphan = await startPostmaster(plan);
  await mkdir(join(home, 'versions', '0.2.0', 'left over'), { recursive: true });
  expect(await update()).toBe('0.2.0');
  await expect.poll(() => orphan.exitCode).toBe(0);
  expect(await readdir(join(home, 'versions', '0.2.0'))).not.toContain('left over');
  expect((await readdir(dataDir)).sort()).toEqual(['backups', 'tried-version']);
});
