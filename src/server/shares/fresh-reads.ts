import { setImmediate } from 'node:timers/promises';

/** Requests during a read share the next one, so each result is read after its request. */
export function createFreshReads<T>(
  read: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  const running = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<T>>();

  return (key) => {
    const queued = next.get(key);
    if (queued) return queued;
    // Waits for a turn, so that simultaneous requests share this read.
    const previous = running.get(key) ?? setImmediate();
    const current = previous
      .catch(() => undefined)
      .then(() => {
        next.delete(key);
        running.set(key, current);
        return read(key);
      })
      .finally(() => {
        if (running.get(key) === current) running.delete(key);
      });
    next.set(key, current);
    return current;
  };
}
