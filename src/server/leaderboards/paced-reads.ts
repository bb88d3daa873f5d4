import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_FACTOR = 2;

/** Reads a key at most a third of the time. Waiting requests share the next read. */
export function createPacedReads<Result>() {
  const pauses = new Map<string, Promise<void>>();
  const nextReads = new Map<string, Promise<Result>>();

  function start(key: string, read: () => Promise<Result>): Promise<Result> {
    nextReads.delete(key);
    const startedAt = performance.now();
    const result = read();
    const pause: Promise<void> = result
      .then(noop, noop)
      .then(() => sleep(PAUSE_FACTOR * (performance.now() - startedAt)))
      .then(() => {
        if (pauses.get(key) === pause) pauses.delete(key);
      });
    pauses.set(key, pause);
    return result;
  }

  return (key: string, read: () => Promise<Result>): Promise<Result> => {
    const currentPause = pauses.get(key);
    if (!currentPause) return start(key, read);
    const nextRead = nextReads.get(key) ?? currentPause.then(() => start(key, read));
    nextReads.set(key, nextRead);
    return nextRead;
  };
}

const noop = () => undefined;
