import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../http/api-error.ts';
import { createThreads } from './threads.ts';

const DOUBLING = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (n) => {
    if (n < 0) throw new Error('negative number');
    setTimeout(() => parentPort.postMessage(2 * n), n);
  });`;

function createDoubler() {
  let startedCount = 0;
  const threads = createThreads<number, number>({
    start: () => {
      startedCount += 1;
      return new Worker(DOUBLING, { eval: true, execArgv: [] });
    },
    maxConcurrent: 2,
    maxQueued: 3,
    createBusyError: () => new ApiError(503, 'Too much at once.', { retryAfter: 1 }),
  });
  return { threads, countStarted: () => startedCount };
}

describe('createThreads', () => {
  it('runs two tasks at a time, queues three in order and rejects the rest', async () => {
    const { threads, countStarted } = createDoubler();
    const runs = [5, 4, 3, 2, 1, 6, 7].map((n) => threads.run(n));
    const outcomes = await Promise.allSettled(runs);
    expect(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason)),
    ).toEqual([
      10,
      8,
      6,
      4,
      2,
      expect.objectContaining({ statusCode: 503, retryAfter: 1 }),
      expect.objectContaining({ statusCode: 503, retryAfter: 1 }),
    ]);
    expect(countStarted()).toBe(2);
    expect(await threads.run(8)).toBe(16);
    expect(countStarted()).toBe(2);
    await threads.close();
  });

  it('rejects only the task that crashes its worker', async () => {
    const { threads } = createDoubler();
    const outcomes = await Promise.allSettled([-1, 1, -2, 2, 3].map((n) => threads.run(n)));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    await threads.close();
  });
});
