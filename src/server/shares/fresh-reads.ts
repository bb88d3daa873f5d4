import { setImmediate } from 'node:timers/promises';

/**
 * Reads of the same key that are asked for while one is under way share the next: however many ask
 * at once, one or two readings answer them all, and nobody gets what was read before they asked.
 */
export function createFreshReads<T>(
  read: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  const running = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<T>>();

  return (key) => {
    const joined = next.get(key);
    if (joined) return joined;
    // Whoever comes in the same moment is waited for, too.
    const before = running.get(key) ?? setImmediate();
    const mine = before
      .catch(() => undefined)
      .then(() => {
        next.delete(key);
        running.set(key, mine);
        return read(key);
      })
      .finally(() => {
        if (running.get(key) === mine) running.delete(key);
      });
    next.set(key, mine);
    return mine;
  };
}
