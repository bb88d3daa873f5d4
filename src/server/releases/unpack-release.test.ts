import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Header, type HeaderData } from 'tar';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeFakeRelease } from '../../../tests/support/fake-release.ts';
import { unpackRelease } from './unpack-release.ts';

let folder: string;
let archive: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'called-it-unpack-'));
  archive = join(folder, 'new.tar.gz');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function expectProblem(problem: string | RegExp): Promise<void> {
  const failure = unpackRelease(archive, join(folder, 'unpacked'));
  await expect(failure).rejects.toThrow(problem);
  await expect(failure).rejects.toThrow(/Nothing was changed\.$/);
  expect(await readdir(folder)).toEqual(['new.tar.gz']);
}

test('unpacks the program of a release but not its launchers', async () => {
  await writeFakeRelease(archive, { version: '2.0.1' });
  expect(await unpackRelease(archive, join(folder, 'unpacked'))).toMatchObject({
    version: '2.0.1',
    platform: process.platform,
  });
  expect((await readdir(join(folder, 'unpacked'))).sort()).toEqual(['release.json', 'scripts']);
});

async function writeArchiveWith(entry: HeaderData): Promise<void> {
  const first = { path: 'called-it/versions/9.0.0/a', type: 'File', size: 0 } as const;
  const blocks = [first, entry].map((data) => {
    const block = Buffer.alloc(512);
    new Header({ mode: 0o644, mtime: new Date(0), ...data }).encode(block);
    return block;
  });
  await writeFile(archive, gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)])));
}

const inside = 'called-it/versions/9.0.0/b';

describe('an archive is rejected before anything is written', () => {
  test.each<[string, HeaderData, RegExp]>([
    ['a path out of the folder', { path: 'called-it/../../x', type: 'File' }, /out of its folder/],
    ['an absolute path', { path: '/etc/x', type: 'File' }, /out of its folder/],
    ['a Windows path', { path: 'called-it/C:\\x', type: 'File' }, /out of its folder/],
    ['a symbolic link', { path: inside, type: 'SymbolicLink', linkpath: '/etc' }, /neither a file/],
    ['a hard link', { path: inside, type: 'Link', linkpath: '/etc/passwd' }, /neither a file/],
    ['a device', { path: inside, type: 'CharacterDevice' }, /neither a file/],
    ['a file of another product', { path: 'other/x', type: 'File' }, /not a release of Called It/],
    ['a file of 10 GB', { path: inside, type: 'File', size: 10 * 1024 ** 3 }, /is too large/],
  ])('with %s', async (_what, entry, problem) => {
    await writeArchiveWith({ size: 0, ...entry });
    await expectProblem(problem);
  });
});

describe('rejects a file', () => {
  test('that is not an archive', async () => {
    await writeFile(archive, 'a setlist\n'.repeat(200));
    await expectProblem(/cannot be unpacked|not a release/);
  });

  test('that is empty', async () => {
    await writeFile(archive, '');
    await expectProblem(/cannot be unpacked|not a release/);
  });

  test('that is truncated', async () => {
    await writeFakeRelease(archive);
    const bytes = await readFile(archive);
    await writeFile(archive, bytes.subarray(0, bytes.length / 2));
    await expectProblem('cannot be unpacked');
  });

  test('whose description names another version than its folder', async () => {
    await writeFakeRelease(archive, { version: '9.0.0', info: { version: '9.9.9' } });
    await expectProblem('is not a release of Called It');
  });
});
