import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_FACTOR = 2;

/**
 * Limits the reads of a key to a third of the time. Requests that arrive during a read or the pause
 * after it share the next read, so no response is older than its request.
 */
export function createPacedReads<Result>() {
  const busy = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<Result>>();

  function start(key: string, read: () => Promise<Result>): Promise<Result> {
    next.delete(key);
    const startedAt = performance.now();
    const result = read();
    const pause: Promise<void> = result
      .then(noop, noop)
      .then(() => sleep(PAUSE_FACTOR * (performance.now() - startedAt)))
      .then(() => {
        if (busy.get(key) === pause) busy.delete(key);
      });
    busy.set(key, pause);
    return result;
  }

  return (key: string, read: () => Promise<Result>): Promise<Result> => {
    const busyUntil = busy.get(key);
    if (!busyUntil) return start(key, read);
    const queued = next.get(key) ?? busyUntil.then(() => start(key, read));
    next.set(key, queued);
    return queued;
  };
}

const noop = () => undefined;
