import { availableParallelism } from 'node:os';
import type { Options } from '@node-rs/argon2';
import { ApiError } from '../../http/api-error.ts';
import { startWorker } from '../../threads/start-worker.ts';
import { createThreads } from '../../threads/threads.ts';
import type { HashTask } from './hash-worker.ts';

/** argon2id is the package's default. OWASP recommends this cost. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Verified if the account doesn't exist, so that timing reveals nothing. Must have cost `COST`. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$trxqNpOCf3aleSCooN4Zpw$8IhSrNBhnq446GZhBXvTd+Uny+Hltqnw4nA9W0OrGj0';

/** Leaves CPU time for other requests during a flood of sign-ins. */
const MAX_CONCURRENT = Math.min(4, availableParallelism());
const MAX_QUEUED = 200;

/** Created once per process, because its servers share the CPUs. */
const threads = createThreads<HashTask, string | boolean>({
  start: () => startWorker('hash-worker', new URL('./hash-worker.ts', import.meta.url)),
  maxConcurrent: MAX_CONCURRENT,
  maxQueued: MAX_QUEUED,
  createBusyError: () =>
    new ApiError(503, 'Too many people are signing in at once. Please try again shortly.', {
      retryAfter: 3,
    }),
});

/** Throws 503 if too many hashes wait. In a flood, even looking up the account costs too much. */
export function rejectWhenBusy(): void {
  threads.check();
}

/** Takes tens of ms: never call it in a transaction. Throws 503 if too many hashes wait. */
export async function hashPassword(password: string): Promise<string> {
  return String(await threads.run({ password, cost: COST }));
}

/**
 * Takes equally long without a stored hash. `beforeVerify` runs when a thread is free and may reject,
 * because earlier attempts may have used up the limit. Throws 503 if too many hashes wait.
 */
export async function verifyPassword(
  storedHash: string | undefined,
  password: string,
  beforeVerify?: () => Promise<void>,
): Promise<boolean> {
  const isCorrect = await threads.run({ password, stored: storedHash ?? DUMMY_HASH }, beforeVerify);
  return isCorrect === true && storedHash !== undefined;
}
