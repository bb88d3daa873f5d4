import { setImmediate as nextTurn } from 'node:timers/promises';

/** Predictions per batch: a few milliseconds of work. */
export const BATCH_SIZE = 16_384;

/** Calls `work` per range up to `count`, with `to` exclusive. Other work runs between ranges. */
export async function inBatches(
  count: number,
  work: (from: number, to: number) => void,
): Promise<void> {
  for (let from = 0; from < count; from += BATCH_SIZE) {
    if (from > 0) await nextTurn();
    work(from, Math.min(from + BATCH_SIZE, count));
  }
}
