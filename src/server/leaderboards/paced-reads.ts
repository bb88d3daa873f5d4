import { setTimeout as sleep } from 'node:timers/promises';

/** After a reading there are none for twice as long as it took. */
const REST = 2;

/**
 * Lets the database work on the readings of one name a third of the time at most: whoever asks while one
 * is made, or in the rest after it, shares the next. That begins after they asked, so that it is never
 * older than what they know of.
 */
export function createPacedReads<Found>() {
  /** Until when the last reading and its rest are over. */
  const busy = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<Found>>();

  function begin(name: string, read: () => Promise<Found>): Promise<Found> {
    next.delete(name);
    const begunAt = performance.now();
    const found = read();
    const rest: Promise<void> = found
      .then(noop, noop)
      .then(() => sleep(REST * (performance.now() - begunAt)))
      .then(() => {
        if (busy.get(name) === rest) busy.delete(name);
      });
    busy.set(name, rest);
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
