import { expect, test } from 'vitest';
import { createGate } from '../../../../tests/support/gate.ts';
import { createTaskQueue } from './take-turns.ts';

test('runs one task at a time, and skips those whose callers no longer wait', async () => {
  const runInTurn = createTaskQueue();
  const [hasStarted, mayFinish] = [createGate(), createGate()];
  const started: string[] = [];
  const run = (name: string, signal = new AbortController().signal) =>
    runInTurn(async () => {
      started.push(name);
      hasStarted.open();
      if (name === 'first') await mayFinish.opened;
      if (name === 'failing') throw new Error('No memory.');
      return name;
    }, signal);
  const waiter = new AbortController();
  const results = Promise.allSettled([
    run('first'),
    run('abandoned', waiter.signal),
    run('failing'),
    run('last'),
  ]);
  await hasStarted.opened;
  expect(started).toEqual(['first']);
  waiter.abort();
  mayFinish.open();
  expect((await results).map(({ status }) => status)).toEqual([
    ...['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  ]);
  expect(started).toEqual(['first', 'failing', 'last']);
});
