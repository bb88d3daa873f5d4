import { setImmediate as nextTurn } from 'node:timers/promises';

/** Predictions that are worked on at once: some milliseconds, however many fans there are. */
export const BATCH_SIZE = 16_384;

/** Does it for the numbers from `from` to before `to`, run after run below `count`; others have a turn in between. */
export async function inBatches(
  count: number,
  does: (from: number, to: number) => void,
): Promise<void> {
  for (let from = 0; from < count; from += BATCH_SIZE) {
    if (from > 0) await nextTurn();
    does(from, Math.min(from + BATCH_SIZE, count));
  }
}
