import { expect, test } from 'vitest';
import { inRuns, RUN } from './in-runs.ts';

const COUNT = 2 * RUN + 7;

test('others have a turn in between', async () => {
  const runs: (readonly [number, number])[] = [];
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  });
  await inRuns(COUNT, (...run) => {
    runs.push(run);
    for (const end = performance.now() + 5; performance.now() < end; );
  });
  clearInterval(others);
  expect(runs).toEqual([
    [0, RUN],
    [RUN, 2 * RUN],
    [2 * RUN, COUNT],
  ]);
  // The first may follow the turn in which it was begun at once.
  expect(turns).toBeGreaterThanOrEqual(1);
});

test('nothing is done for nobody', async () => {
  await inRuns(0, () => expect.unreachable());
});
