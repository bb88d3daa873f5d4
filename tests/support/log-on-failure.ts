import { afterAll, beforeEach } from 'vitest';
import { productLogs } from './product-logs.ts';

// Set up for the files that start the built product: a test that fails also says what the products said
// while it ran, and so does a file whose hooks fail.

const fileBegan = Date.now();

beforeEach(({ task, onTestFailed }) => {
  const began = Date.now();
  onTestFailed(() => addLogs(task.result?.errors, began));
});

// biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern, and hands the file over as the second.
afterAll(({}, { result }) => addLogs(result?.errors, fileBegan));

interface Failure {
  name?: string;
  message: string;
  stack?: string;
}

/** As one more error: whatever reports the others reports it too. */
function addLogs(errors: Failure[] | undefined, since: number) {
  const said = productLogs(since);
  if (errors && said !== '') errors.push({ name: 'Log', message: said, stack: said });
}
