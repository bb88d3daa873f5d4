import { availableParallelism } from 'node:os';
import type { Options } from '@node-rs/argon2';
import { ApiError } from '../../http/api-error.ts';
import { startWorker } from '../../threads/start-worker.ts';
import { createThreads } from '../../threads/threads.ts';
import type { HashTask } from './hash-worker.ts';

/** argon2id (this package's default algorithm) with 19 MiB, 2 passes, 1 lane, as OWASP advises. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of a random password that nobody knows, with the same cost: stands in where there is no account. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$trxqNpOCf3aleSCooN4Zpw$8IhSrNBhnq446GZhBXvTd+Uny+Hltqnw4nA9W0OrGj0';

/** A flood of sign-ins must leave processor time to everything else. */
const AT_ONCE = Math.min(4, availableParallelism());
const MOST_WAITING = 200;

/** Of the whole process, however many servers are in it, as its processors are. */
const threads = createThreads<HashTask, string | boolean>({
  start: () => startWorker('hash-worker', new URL('./hash-worker.ts', import.meta.url)),
  mostAtOnce: AT_ONCE,
  mostWaiting: MOST_WAITING,
  busy: () =>
    new ApiError(503, 'Too many people are signing in at once. Please try again shortly.', {
      retryAfter: 3,
    }),
});

/** Throws 503 when too many wait already: in a flood even looking an account up is too much. */
export function rejectWhenBusy(): void {
  threads.check();
}

/** Never inside a transaction: it takes tens of milliseconds. Throws 503 when too many wait. */
export async function hashPassword(password: string): Promise<string> {
  return String(await threads.run({ password, cost: COST }));
}

/**
 * Whether the password is the one that was hashed. Without a hash it takes as long and says no.
 * `beforehand` is called when its turn has come, and may reject: while it waited, others may have
 * used up the failures that are allowed. Throws 503 when too many wait.
 */
export async function verifyPassword(
  stored: string | undefined,
  password: string,
  beforehand?: () => Promise<void>,
): Promise<boolean> {
  const isRight = await threads.run({ password, stored: stored ?? DUMMY_HASH }, beforehand);
  return isRight === true && stored !== undefined;
}
