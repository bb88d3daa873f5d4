import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../http/api-error.ts';
import { createThreads } from './threads.ts';

/** Answers n with 2n after n milliseconds, and throws for a negative n. */
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

describe('createThreads', () => {
  it('runs two tasks at a time, queues three in order and refuses the rest', async () => {
    const { threads, started } = doubling();
    const runs = [5, 4, 3, 2, 1, 6, 7].map((n) => threads.run(n));
    const ends = await Promise.allSettled(runs);
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

  it('rejects only the task that crashes its worker', async () => {
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
