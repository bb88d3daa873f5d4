import { setImmediate as nextTurn } from 'node:timers/promises';

/** Predictions per batch. A batch takes a few milliseconds, however many fans there are. */
export const BATCH_SIZE = 16_384;

/**
 * Calls a function per batch of numbers, with `from` inclusive and `to` exclusive, up to `count`.
 * Other work runs between batches.
 */
export async function inBatches(
  count: number,
  does: (from: number, to: number) => void,
): Promise<void> {
  for (let from = 0; from < count; from += BATCH_SIZE) {
    if (from > 0) await nextTurn();
    does(from, Math.min(from + BATCH_SIZE, count));
  }
}
