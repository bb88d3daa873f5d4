import { availableParallelism } from 'node:os';
import type { Options } from '@node-rs/argon2';
import { ApiError } from '../../http/api-error.ts';
import { startWorker } from '../../threads/start-worker.ts';
import { createThreads } from '../../threads/threads.ts';
import type { HashTask } from './hash-worker.ts';

/** argon2id (the package's default) with 19 MiB, 2 passes and 1 lane, as OWASP recommends. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of an unknown random password at the same cost, verified when there is no account. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$trxqNpOCf3aleSCooN4Zpw$8IhSrNBhnq446GZhBXvTd+Uny+Hltqnw4nA9W0OrGj0';

/** Leaves CPU time for everything else in a flood of sign-ins. */
const MAX_CONCURRENT = Math.min(4, availableParallelism());
const MAX_WAITING = 200;

/** One pool per process, even with several servers in it, because they share the processors. */
const threads = createThreads<HashTask, string | boolean>({
  start: () => startWorker('hash-worker', new URL('./hash-worker.ts', import.meta.url)),
  mostAtOnce: MAX_CONCURRENT,
  mostWaiting: MAX_WAITING,
  busy: () =>
    new ApiError(503, 'Too many people are signing in at once. Please try again shortly.', {
      retryAfter: 3,
    }),
});

/** Throws 503 when too many wait: in a flood, even looking up the account costs too much. */
export function rejectWhenBusy(): void {
  threads.check();
}

/** Takes tens of milliseconds, so never call it in a transaction. Throws 503 when too many wait. */
export async function hashPassword(password: string): Promise<string> {
  return String(await threads.run({ password, cost: COST }));
}

/**
 * Whether the password matches the hash. Without a hash it takes as long and returns false.
 * `beforehand` runs when its turn comes and may reject, because attempts that ran while it waited
 * may have used up the limit. Throws 503 when too many wait.
 */
export async function verifyPassword(
  stored: string | undefined,
  password: string,
  beforehand?: () => Promise<void>,
): Promise<boolean> {
  const isRight = await threads.run({ password, stored: stored ?? DUMMY_HASH }, beforehand);
  return isRight === true && stored !== undefined;
}
