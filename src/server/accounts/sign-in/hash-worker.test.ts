import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

const LIBUV_THREAD_COUNT = Number(process.env.UV_THREADPOOL_SIZE ?? 4);

test('hashing doesn’t use the libuv threads for files and DNS', async () => {
  const storedHash = await hashPassword('a password');
  const folder = mkdtempSync(join(tmpdir(), 'called-it-hash-worker-'));
  const release = blockLibuvThreads(join(folder, 'fifo'));
  let hasRead = false;
  const reading = stat(folder).then(() => {
    hasRead = true;
  });
  onTestFinished(async () => {
    await release();
    await reading;
    rmSync(folder, { recursive: true });
  });

  expect(await verifyPassword(storedHash, 'a password')).toBe(true);
  expect(hasRead).toBe(false);
});

function blockLibuvThreads(fifo: string): () => Promise<void> {
  execFileSync('mkfifo', [fifo]);
  const openings = Array.from({ length: LIBUV_THREAD_COUNT }, () => open(fifo, 'r'));
  return async () => {
    const writer = openSync(fifo, constants.O_RDWR);
    for (const reader of await Promise.all(openings)) await reader.close();
    closeSync(writer);
  };
}
