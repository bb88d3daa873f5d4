import { setImmediate as nextTurn } from 'node:timers/promises';

/** In predictions. A batch takes a few milliseconds. */
export const BATCH_SIZE = 16_384;

/** Calls `work` for each range (`end` is exclusive), with pauses for other work. */
export async function processInBatches(
  count: number,
  work: (start: number, end: number) => void,
): Promise<void> {
  for (let start = 0; start < count; start += BATCH_SIZE) {
    if (start > 0) await nextTurn();
    work(start, Math.min(start + BATCH_SIZE, count));
  }
}
