import DataLoader from 'dataloader';

/** Statements on their way at once: enough to keep PostgreSQL busy while the next one fills. */
export const MAX_STATEMENTS = 3;
/** Longer ones win no more, and hold up those in them. */
const MOST_TOGETHER = 32;

/**
 * Runs a statement for many who come at the same moment: most of what a small one costs is its round
 * trip, so those who come while others are on their way go with the next. One by itself does not wait.
 *
 * @param run gives for each, in their order, what was found, or the error of that one alone
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
