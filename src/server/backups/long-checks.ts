import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** Proxies wait 30 s or longer for a response. */
const WAIT_MS = 10_000;

/**
 * Runs checks that can take longer than a proxy waits for a response. Returns undefined while the
 * check is running. A call with the same key then waits for the same check.
 */
export function createLongChecks<Result>(waitMs = WAIT_MS) {
  // Clients that don't call again leave their results here.
  const checks = new LRUCache<string, Promise<Result>>({ max: 10 });
  return async (key: string, start: () => Promise<Result>): Promise<Result | undefined> => {
    const check = checks.get(key) ?? start();
    checks.set(key, check);
    // Prevents an unhandled rejection between two calls.
    check.catch(() => undefined);
    const timer = new AbortController();
    try {
      const outcome = await Promise.race([
        check.then((result) => ({ result })),
        sleep(waitMs, undefined, { signal: timer.signal, ref: false }),
      ]);
      if (!outcome) return undefined;
      checks.delete(key);
      return outcome.result;
    } catch (error) {
      checks.delete(key);
      throw error;
    } finally {
      timer.abort();
    }
  };
}
