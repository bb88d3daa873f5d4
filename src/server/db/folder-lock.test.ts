import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from './folder-lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'called-it-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a second opening names the process that has the folder', async () => {
  const unlock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${process.pid}.`);
  await unlock();
  await (await lockFolder(folder))();
  expect(await readdir(folder)).toEqual([]);
});

test('a lock whose process has ended is taken over', async () => {
  const child = spawn(process.execPath, ['--eval', '']);
  await new Promise((resolve) => child.on('exit', resolve));
  await writeFile(join(folder, 'lock.json'), JSON.stringify({ pid: child.pid, started: '1' }));
  const unlock = await lockFolder(folder);
  expect(JSON.parse(await readFile(join(folder, 'lock.json'), 'utf8')).pid).toBe(process.pid);
  await unlock();
});

test.runIf(process.platform === 'linux')(
  'a later process with the same id is not taken for the owner',
  async () => {
    const reused = JSON.stringify({ pid: process.pid, started: 'at another time' });
    await writeFile(join(folder, 'lock.json'), reused);
    await (await lockFolder(folder))();
  },
);

test('half a lock, left by a crash, does not keep anybody out', async () => {
  await writeFile(join(folder, 'lock.json'), '{"pid": 12');
  await (await lockFolder(folder))();
});

test('of many who try at once, exactly one gets the folder', async () => {
  await writeFile(join(folder, 'lock.json'), '{}');
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
});
