import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildProgramArgs } from '../../../tests/support/processes.ts';
import { projectFile } from '../project-files.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'called-it-trial-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));

test.skipIf(process.platform === 'win32')(
  'a trial that gets Ctrl+C twice stops its PostgreSQL',
  async () => {
    const backup = projectFile('tests/fixtures/0.1.0.backup').pathname;
    const trial = spawn(
      process.execPath,
      [...buildProgramArgs('tools/trial.ts'), '--backup', backup],
      { cwd: dataDir, env: { PATH: process.env.PATH, DATA_DIR: dataDir }, stdio: 'ignore' },
    );
    const ended = once(trial, 'exit');
    const pidFile = join(dataDir, 'postgresql', 'data', 'postmaster.pid');
    await expect.poll(() => existsSync(pidFile), { timeout: 60_000, interval: 5 }).toBe(true);
    trial.kill('SIGINT');
    await sleep(10);
    trial.kill('SIGINT');
    expect(await ended).toEqual([1, null]);
    expect(existsSync(pidFile)).toBe(false);
  },
);
