import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildArchive } from '../../scripts/release/build-archive.ts';
import { PLATFORMS } from '../../scripts/release/platforms.ts';
import { ensureBuild } from '../../scripts/run/freshness.mjs';
import { giveToUser, type InstalledRelease, installRelease, runAs } from './installed-release.ts';
import { makeVersion } from './make-version.ts';

const BLOCK = /^ *```sh run\n([\s\S]*?)^ *```$/gm;
const PAGES = [
  'docs/owner.md',
  ...(await readdir('docs/operator')).map((name) => `docs/operator/${name}`),
];
const pages = await Promise.all(
  PAGES.map(async (path) => ({
    path,
    blocks: Array.from((await readFile(path, 'utf8')).matchAll(BLOCK), ([, block = '']) => block),
  })),
);

let folder: string;
let archive: string;
let next: string;

beforeAll(async () => {
  const platform = PLATFORMS.find(({ os, cpu }) => os === process.platform && cpu === process.arch);
  if (!platform) throw new Error(`There is no release for ${process.platform}-${process.arch}.`);
  await ensureBuild();
  folder = await mkdtemp(join(tmpdir(), 'called-it-docs-'));
  await chmod(folder, 0o755);
  archive = join(folder, (await buildArchive(platform, folder)).file);
  next = await makeVersion(archive, folder, '0.2.0');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(pages.filter(({ blocks }) => blocks.length > 0))(
  'the commands of $path run',
  async ({ blocks }) => {
    const site = await installRelease(archive);
    try {
      await prepare(site);
      for (const block of blocks)
        await promisify(execFile)('sh', ['-euc', block], { cwd: site.home, ...runAs });
    } finally {
      await site.remove();
    }
  },
);

async function prepare(site: InstalledRelease): Promise<void> {
  for (const file of [next, join(folder, 'SHA256SUMS'), 'tests/fixtures/0.1.0.backup'])
    await cp(file, join(site.home, basename(file)));
  await giveToUser(site.home);
  expect(await site.run('restore', join(site.home, '0.1.0.backup'))).toMatchObject({ code: 0 });
}

test('most pages for operators have runnable commands', () => {
  expect(pages.filter(({ blocks }) => blocks.length > 0).length).toBeGreaterThanOrEqual(6);
});
