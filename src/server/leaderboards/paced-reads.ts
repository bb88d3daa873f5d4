import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_FACTOR = 2;

/**
 * Limits the reads of a name to a third of the time. Requests during a read or the pause after it
 * share the next read. It starts after them, so none gets data older than its request.
 */
export function createPacedReads<Found>() {
  const busy = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<Found>>();

  function begin(name: string, read: () => Promise<Found>): Promise<Found> {
    next.delete(name);
    const begunAt = performance.now();
    const found = read();
    const pause: Promise<void> = found
      .then(noop, noop)
      .then(() => sleep(PAUSE_FACTOR * (performance.now() - begunAt)))
      .then(() => {
        if (busy.get(name) === pause) busy.delete(name);
      });
    busy.set(name, pause);
    return found;
  }

  return (name: string, read: () => Promise<Found>): Promise<Found> => {
    const underWay = busy.get(name);
    if (!underWay) return begin(name, read);
    const waiting = next.get(name) ?? underWay.then(() => begin(name, read));
    next.set(name, waiting);
    return waiting;
  };
}

const noop = () => undefined;
