import { afterAll, beforeEach } from 'vitest';
import { readProductLogs } from './product-logs.ts';

// Loaded by the test files that start the built server. If a test or a hook fails, the servers'
// logs are reported too.

const fileStartedAt = Date.now();

beforeEach(({ task, onTestFailed }) => {
  const startedAt = Date.now();
  onTestFailed(() => addLogs(task.result?.errors, startedAt));
});

// biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern and passes the file as the second argument
afterAll(({}, { result }) => addLogs(result?.errors, fileStartedAt));

interface Failure {
  name?: string;
  message: string;
  stack?: string;
}

/** Adds the logs as another error, so that every reporter shows them. */
function addLogs(errors: Failure[] | undefined, since: number) {
  const log = readProductLogs(since);
  if (errors && log !== '') errors.push({ name: 'Log', message: log, stack: log });
}
