import { setImmediate } from 'node:timers/promises';

/**
 * Requests for a key during a read share the next read. One or two reads serve any number of
 * simultaneous requests, and each gets a result that was read after it asked.
 */
export function createFreshReads<T>(
  read: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  const running = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<T>>();

  return (key) => {
    const joined = next.get(key);
    if (joined) return joined;
    // Also waits for requests of the same turn.
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
