import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildArchive } from '../../scripts/release/build-archive.ts';
import { PLATFORMS } from '../../scripts/release/platforms.ts';
import { ensureBuild } from '../../scripts/run/freshness.mjs';
import { withinSeconds } from '../support/full-size.ts';
import { giveToUser, type InstalledRelease, installRelease } from './installed-release.ts';
import { addMigration, edit, makeVersion } from './make-version.ts';
import { createOldSite } from './old-site.ts';

// Tests this machine's archive as an owner would download it. Part of `npm run test:full`.

const platform = PLATFORMS.find(({ os, cpu }) => os === process.platform && cpu === process.arch);

let folder: string;
let archive: string;
let version: string;
/** Started and stopped once, and copied for each test. */
let site: InstalledRelease;

beforeAll(async () => {
  if (!platform) throw new Error(`There is no release for ${process.platform}-${process.arch}.`);
  await ensureBuild();
  folder = await mkdtemp(join(tmpdir(), 'called-it-releases-'));
  await chmod(folder, 0o755);
  const { file, unpackedMegabytes, packedMegabytes } = await buildArchive(platform, folder);
  console.info(`${file}: ${packedMegabytes} MB, ${unpackedMegabytes} MB unpacked`);
  archive = join(folder, file);
});
beforeEach(async () => {
  site = await installRelease(archive);
  version = await site.readCurrent();
});
afterEach(() => site.remove());
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fillSite(): Promise<void> {
  await cp('tests/fixtures/0.1.0.backup', join(site.home, 'fixture.backup'));
  await giveToUser(site.home);
  const restored = await site.run('restore', join(site.home, 'fixture.backup'));
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored') });
}

test('starts in an empty folder with only Node, and starts faster the second time', async () => {
  const first = await site.start();
  expect(first.output()).toContain(`Starting version ${version}`);
  expect((await first.get('/readyz')).status).toBe(200);
  expect(await (await first.get('/')).text()).toContain('Paper Lantern Parade');
  await first.stop();
  const second = await site.start();
  await second.stop();
  console.info(`first start ${first.tookMs} ms, second start ${second.tookMs} ms`);
  expect(first.tookMs).toBeLessThan(withinSeconds(5));
  expect(second.tookMs).toBeLessThan(withinSeconds(1));
  expect((await readdir(site.dataDir)).sort()).toEqual([
    ...['first-administrator.txt', 'postgresql', 'version'],
  ]);
});

test('commands work on the data next to the program, from another folder', async () => {
  await fillSite();
  expect(await site.run('version')).toEqual({ code: 0, output: `${version}\n` });
  expect((await site.run('help')).output).toContain('restore');
  expect(await site.run('doctor')).toMatchObject({
    code: 0,
    output: expect.stringContaining(`embedded in ${site.dataDir}`),
  });
  expect(await site.run('invariants')).toMatchObject({ code: 0 });
  expect(await site.run('pack', 'new', 'Tin Whistles')).toMatchObject({ code: 0 });
  expect(await site.run('pack', 'check', 'bands/tin-whistles')).toMatchObject({ code: 0 });
  expect(await site.run('encore')).toMatchObject({
    code: 2,
    output: expect.stringContaining("Unknown command 'encore'."),
  });
  const program = join(site.home, 'versions', version);
  expect(await readdir(program)).toEqual(expect.arrayContaining(['licenses', 'sbom.json', 'docs']));
  expect(await readFile(join(program, 'licenses/LICENSES.md'), 'utf8')).toContain('## fastify');
  expect(await readFile(join(program, 'licenses/postgresql.txt'), 'utf8')).toContain('ICU');
});

test('installs a new version, migrates at the next start, and prints the changelog', async () => {
  await fillSite();
  await (await site.start()).stop();
  const next = await makeVersion(archive, folder, '0.2.0', (program) =>
    addMigration(program, 'create table encores (id integer primary key);'),
  );
  expect(await site.run('update', next)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Version 0\.2\.0 is installed[\s\S]*An encore counts double\./),
  });
  expect(await site.run('version')).toMatchObject({ output: '0.2.0\n' });
  const server = await site.start();
  expect(server.output()).toContain('Migrating');
  await server.stop();
  expect(server.output()).toContain('An encore counts double.');
  expect(server.output()).not.toContain('The first version.');
  const { encores: _, ...tables } = await site.hashTables();
  expect(Object.keys(tables)).toContain('predictions');
});

describe('an update that fails leaves the program and the data as they were', () => {
  test.each<[string, (program: string) => Promise<unknown>, string]>([
    ['while it loads', breakProgram, 'broken build'],
    [
      'in its migration',
      (program) => addMigration(program, 'alter table "users" add column "email" text;'),
      'already exists',
    ],
    [
      'in its invariants',
      (program) => addMigration(program, 'update "users" set "total_points" = 12345;'),
      'It violates these invariants',
    ],
    ['while it starts', (program) => rm(join(program, 'bands'), { recursive: true }), 'lantern'],
    [
      'in its health check',
      (program) => rm(join(program, 'dist/web/index.html')),
      'failed on a copy of your data',
    ],
  ])('%s', async (_when, change, reason) => {
    await fillSite();
    const tablesBefore = await site.hashTables();
    const next = await makeVersion(archive, folder, '0.2.0', change);
    const { code, output } = await site.run('update', next);
    expect([code, output]).toEqual([1, expect.stringContaining(reason)]);
    expect(output).toContain(`Version ${version} is still installed, and the data is as it was.`);
    await expectUnchanged(tablesBefore);
  });

  test('when it is killed', async () => {
    await fillSite();
    const tablesBefore = await site.hashTables();
    const next = await makeVersion(archive, folder, '0.2.0');
    const child = site.spawn('update', next);
    const ended = once(child, 'close');
    await expect.poll(() => readdir(site.dataDir)).toContain('update-trial');
    // The trial is running once its database exists.
    const trial = join(site.dataDir, 'update-trial', 'postgresql', 'data', 'PG_VERSION');
    await expect.poll(() => existsSync(trial)).toBe(true);
    child.kill('SIGKILL');
    await ended;
    await expectUnchanged(tablesBefore);
    expect(await site.run('update', next)).toMatchObject({ code: 0 });
    expect(await readdir(site.dataDir)).not.toContain('update-trial');
  });
});

describe('a new version over the data of an older one', () => {
  test('starts on the data of the oldest fixture after a trial and a backup', async () => {
    const oldData = join(folder, 'old data');
    await createOldSite(oldData, resolve('tests/fixtures/step-0000.backup'));
    await cp(oldData, site.dataDir, { recursive: true });
    await giveToUser(site.home);
    const server = await site.start();
    expect(server.output()).toMatch(/Trying version [\s\S]*Migrating 0000 → [\s\S]*Ready in/);
    await server.stop();
    expect(await site.run('invariants')).toMatchObject({ code: 0 });
    const backups = await readdir(join(site.dataDir, 'backups'));
    expect(backups.filter((name) => name.endsWith('before-update.backup'))).not.toEqual([]);
  });

  test('returns to the older version if the trial fails', async () => {
    await fillSite();
    await (await site.start()).stop();
    const tablesBefore = await site.hashTables();
    const next = await makeVersion(archive, folder, '0.2.0', (program) =>
      addMigration(program, 'alter table "users" add column "email" text;'),
    );
    await site.unpack(next);
    expect(await site.readCurrent()).toBe('0.2.0');
    const { code, output } = await site.run();
    expect([code, output]).toEqual([1, expect.stringContaining(`Version ${version} is installed`)]);
    await expectUnchanged(tablesBefore);
  });
});

async function expectUnchanged(tablesBefore: Record<string, string>): Promise<void> {
  expect(await site.readCurrent()).toBe(version);
  expect(await site.hashTables()).toEqual(tablesBefore);
  const server = await site.start();
  await server.stop();
}

function breakProgram(program: string): Promise<void> {
  return edit(
    join(program, 'dist/server/tools/called-it.js'),
    (text) => `throw new Error('broken build');\n${text}`,
  );
}
