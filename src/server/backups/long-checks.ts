import { LRUCache } from 'lru-cache';
import { waitBriefly } from './wait-briefly.ts';

/** Returns undefined while a long check runs. Call it again with the same key. */
export function createLongChecks<Result>(waitMs?: number) {
  // For clients that never fetch their result.
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
