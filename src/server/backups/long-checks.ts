import { LRUCache } from 'lru-cache';
import { waitBriefly } from './wait-briefly.ts';

/**
 * Runs checks that can take longer than a proxy waits for a response. Returns undefined while the
 * check is running. A call with the same key then waits for the same check.
 */
export function createLongChecks<Result>(waitMs?: number) {
  // Clients that don't call again leave their results here.
  const checks = new LRUCache<string, Promise<Result>>({ max: 10 });
  return async (key: string, start: () => Promise<Result>): Promise<Result | undefined> => {
    const check = checks.get(key) ?? start();
    checks.set(key, check);
    try {
      const outcome = await waitBriefly(check, waitMs);
      if (!outcome) return undefined;
      checks.delete(key);
      return outcome.result;
    } catch (error) {
      checks.delete(key);
      throw error;
    }
  };
}
