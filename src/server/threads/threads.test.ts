import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from '../accounts/passwords.ts';
import { ApiError } from '../http/api-error.ts';
import { createThreads } from './threads.ts';

const derive = promisify(pbkdf2);

/** Answers twice the number, after as many milliseconds; breaks at a negative one. */
const DOUBLING = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (n) => {
    if (n < 0) throw new Error('no such number');
    setTimeout(() => parentPort.postMessage(2 * n), n);
  });`;

function doubling() {
  let started = 0;
  const threads = createThreads<number, number>({
    start: () => {
      started += 1;
      return new Worker(DOUBLING, { eval: true, execArgv: [] });
    },
    mostAtOnce: 2,
    mostWaiting: 3,
    busy: () => new ApiError(503, 'Too much at once.', { retryAfter: 1 }),
  });
  return { threads, started: () => started };
}

describe('threads', () => {
  it('work on so many at a time, let some wait in their order, and refuse the rest', async () => {
    const { threads, started } = doubling();
    const asked = [5, 4, 3, 2, 1, 6, 7].map((n) => threads.run(n));
    const ends = await Promise.allSettled(asked);
    expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : end.reason))).toEqual([
      10,
      8,
      6,
      4,
      2,
      expect.objectContaining({ statusCode: 503, retryAfter: 1 }),
      expect.objectContaining({ statusCode: 503, retryAfter: 1 }),
    ]);
    expect(started()).toBe(2);
    expect(await threads.run(8)).toBe(16);
    expect(started()).toBe(2);
    await threads.close();
  });

  it('fail the task that breaks one, and no other', async () => {
    const { threads } = doubling();
    const ends = await Promise.allSettled([-1, 1, -2, 2, 3].map((n) => threads.run(n)));
    expect(ends.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    await threads.close();
  });
});

it('hashes have no part in the threads that read files and look up names', async () => {
  const stored = await hashPassword('a password');
  // Node's own four are given work for a while; whoever needs one has to queue behind it.
  let left = 24;
  const others = Array.from({ length: left }, async () => {
    await derive('x', 'salt', 150_000, 32, 'sha256');
    left -= 1;
  });
  expect(await verifyPassword(stored, 'a password')).toBe(true);
  expect(left).toBeGreaterThan(8);
  await Promise.all(others);
});
