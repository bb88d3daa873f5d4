import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readEnvironment } from '../environment.ts';
import { checkFirstStart } from './check-first-start.ts';
import { tryUpdate } from './try-update.ts';
import { UpdateError } from './update-error.ts';

vi.mock('./try-update.ts', () => ({ tryUpdate: vi.fn() }));

test('tries a version until it has passed once', async () => {
  const home = await mkdtemp(join(tmpdir(), 'called-it-first-start-'));
  const dataDir = join(home, 'data');
  await mkdir(join(dataDir, 'postgresql', 'data'), { recursive: true });
  const check = () =>
    checkFirstStart(home, readEnvironment({ DATA_DIR: dataDir }), () => undefined);
  vi.mocked(tryUpdate).mockRejectedValueOnce(new UpdateError('The migration failed.'));
  await expect(check()).rejects.toThrow('failed on a copy of your data. The migration failed.');
  await check();
  await check();
  expect(tryUpdate).toHaveBeenCalledTimes(2);
  await rm(home, { recursive: true });
});
