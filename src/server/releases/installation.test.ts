import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeOldVersions } from './installation.ts';

test.each<[string, string | undefined, string[]]>([
  ['the one before', undefined, ['0.10.0']],
  ['the one before', '0.11.0', ['0.10.0']],
  ['the one that ran before', '0.9.0', ['0.9.0']],
])(
  'a start keeps its version, %s (%s), newer ones and other folders',
  async (_, previous, kept) => {
    const home = await mkdtemp(join(tmpdir(), 'called-it-versions-'));
    for (const name of ['.new', '0.2.0', '0.9.0', '0.10.0', '0.11.0', '0.12.0'])
      await mkdir(join(home, 'versions', name), { recursive: true });
    removeOldVersions(home, '0.11.0', previous);
    const expected = ['.new', '0.11.0', '0.12.0', ...kept];
    expect((await readdir(join(home, 'versions'))).sort()).toEqual(expected.sort());
    await rm(home, { recursive: true });
  },
);
