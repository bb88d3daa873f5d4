import { setImmediate } from 'node:timers/promises';

/** Requests during a read share the next one, so each result is read after its request. */
export function createFreshReads<T>(
  read: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  const running = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<T>>();

  return (key) => {
    const joined = next.get(key);
    if (joined) return joined;
    // Also waits for other requests of the same turn.
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
