import DataLoader from 'dataloader';

/** Statements on their way at once: enough to keep PostgreSQL busy while the next one fills. */
export const MAX_STATEMENTS = 3;
/** Larger batches save nothing and delay their calls. */
const MOST_TOGETHER = 32;

/**
 * Batches concurrent calls into one statement, because a small statement mostly costs its round trip.
 * Calls that arrive during a statement join the next one. A single call does not wait.
 *
 * @param run returns a result or an error per call, in the order of the calls
 */
export function batch<Asked, Found>(
  run: (asked: readonly Asked[]) => Promise<ArrayLike<Found | Error>>,
): (asked: Asked) => Promise<Found> {
  let running = 0;
  const waiting: (() => void)[] = [];
  const loader = new DataLoader<Asked, Found>(runNow, {
    cache: false,
    maxBatchSize: MOST_TOGETHER,
    batchScheduleFn: (start) => {
      waiting.push(start);
      setImmediate(startNext);
    },
  });
  return (asked) => loader.load(asked);

  function startNext() {
    if (running < MAX_STATEMENTS) waiting.shift()?.();
  }

  async function runNow(asked: readonly Asked[]) {
    running += 1;
    try {
      return await run(asked);
    } finally {
      running -= 1;
      startNext();
    }
  }
}
