import { setImmediate } from 'node:timers/promises';

/** Requests during a read share the next one, so a result is never older than its request. */
export function createFreshReads<T>(
  read: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  const runningReads = new Map<string, Promise<unknown>>();
  const nextReads = new Map<string, Promise<T>>();

  return (key) => {
    const nextRead = nextReads.get(key);
    if (nextRead) return nextRead;
    // Waits for a turn, so that simultaneous requests share this read.
    const previousRead = runningReads.get(key) ?? setImmediate();
    const currentRead = previousRead
      .catch(() => undefined)
      .then(() => {
        nextReads.delete(key);
        runningReads.set(key, currentRead);
        return read(key);
      })
      .finally(() => {
        if (runningReads.get(key) === currentRead) runningReads.delete(key);
      });
    nextReads.set(key, currentRead);
    return currentRead;
  };
}
