import { availableParallelism } from 'node:os';
import { hash, type Options, verify } from '@node-rs/argon2';
import { ApiError } from '../http/api-error.ts';

/** argon2id (this package's default algorithm) with 19 MiB, 2 passes, 1 lane, as OWASP advises. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of a random password that nobody knows, with the same cost: stands in where there is no account. */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$trxqNpOCf3aleSCooN4Zpw$8IhSrNBhnq446GZhBXvTd+Uny+Hltqnw4nA9W0OrGj0';

/** Never inside a transaction: it takes tens of milliseconds. Throws 503 when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

/**
 * Whether the password is the one that was hashed. Without a hash it takes as long and says no.
 * `beforehand` is called when its turn has come, and may reject: while it waited, others may have
 * used up the failures that are allowed. Throws 503 when too many wait.
 */
export function verifyPassword(
  stored: string | undefined,
  password: string,
  beforehand?: () => Promise<void>,
): Promise<boolean> {
  return inTurn(async () => {
    await beforehand?.();
    const isRight = await verify(stored ?? NOBODYS_HASH, password);
    return isRight && stored !== undefined;
  });
}

/** A flood of sign-ins must leave processor time to everything else. */
const AT_ONCE = Math.min(4, availableParallelism());
const MOST_WAITING = 200;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running += 1;
  else await nextTurn();
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Resolves when one who is done hands over; `running` stays as it is. */
function nextTurn(): Promise<void> {
  if (waiting.length >= MOST_WAITING)
    throw new ApiError(503, 'Too many people are signing in at once. Please try again shortly.', {
      retryAfter: 3,
    });
  return new Promise((resolve) => waiting.push(resolve));
}
