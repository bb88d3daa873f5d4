import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readEnvironment } from '../environment.ts';
import { checkFirstStart } from './check-first-start.ts';
import { UpdateError } from './update-error.ts';

test('tries a version until it passes once, and restores the previous version if it fails', async () => {
  const home = await mkdtemp(join(tmpdir(), 'called-it-first-start-'));
  const dataDir = join(home, 'data');
  await mkdir(join(dataDir, 'postgresql', 'data'), { recursive: true });
  await mkdir(join(home, 'versions', '0.0.9'), { recursive: true });
  await writeFile(join(dataDir, 'version'), '0.0.9\n');
  const runTrial = vi.fn(async () => {});
  const environment = readEnvironment({ DATA_DIR: dataDir });
  const check = () => checkFirstStart(home, environment, () => undefined, runTrial);
  runTrial.mockRejectedValueOnce(new UpdateError('The migration failed.'));
  await expect(check()).rejects.toThrow(
    'failed on a copy of your data. The migration failed. Version 0.0.9 has been restored',
  );
  expect(await readFile(join(home, 'current'), 'utf8')).toBe('0.0.9\n');
  await check();
  await check();
  expect(runTrial).toHaveBeenCalledTimes(2);
  await rm(home, { recursive: true });
});
