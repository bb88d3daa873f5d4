import DataLoader from 'dataloader';

/** Enough to keep PostgreSQL busy while the next batch fills. */
export const MAX_STATEMENTS = 3;
/** Larger batches save nothing and delay their calls. */
const MAX_BATCH_SIZE = 32;

/** Runs concurrent calls as one statement to save round trips. A single call does not wait. */
export function batch<Input, Result>(
  run: (inputs: readonly Input[]) => Promise<ArrayLike<Result | Error>>,
): (input: Input) => Promise<Result> {
  let runningCount = 0;
  const queue: (() => void)[] = [];
  const loader = new DataLoader<Input, Result>(runBatch, {
    cache: false,
    maxBatchSize: MAX_BATCH_SIZE,
    batchScheduleFn: (start) => {
      queue.push(start);
      setImmediate(startNext);
    },
  });
  return (input) => loader.load(input);

  function startNext() {
    if (runningCount < MAX_STATEMENTS) queue.shift()?.();
  }

  async function runBatch(inputs: readonly Input[]) {
    runningCount += 1;
    try {
      return await run(inputs);
    } finally {
      runningCount -= 1;
      startNext();
    }
  }
}
