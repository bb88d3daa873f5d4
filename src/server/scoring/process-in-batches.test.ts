import { expect, test } from 'vitest';
import { BATCH_SIZE, processInBatches } from './process-in-batches.ts';

const ITEM_COUNT = 2 * BATCH_SIZE + 7;

test('lets other work run between batches', async () => {
  const runs: (readonly [number, number])[] = [];
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  });
  await processInBatches(ITEM_COUNT, (...run) => {
    runs.push(run);
    for (const end = performance.now() + 5; performance.now() < end; );
  });
  clearInterval(timer);
  expect(runs).toEqual([
    [0, BATCH_SIZE],
    [BATCH_SIZE, 2 * BATCH_SIZE],
    [2 * BATCH_SIZE, ITEM_COUNT],
  ]);
  expect(turns).toBeGreaterThanOrEqual(1);
});

test('does nothing for an empty range', async () => {
  await processInBatches(0, () => expect.unreachable());
});
