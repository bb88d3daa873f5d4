import type { ShowEvent, ThreadEvent } from './bus.ts';

/** Shortest time between two messages of one kind about one show or thread. */
export const GAP_MS = 1_000;

interface Slot {
  version: number;
  hasChanged: boolean;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Lets at most one event of a kind through per show (or thread) and second: the first at once, what
 * changes inside that second when it ends, as one event with the newest version. Commits may be told
 * out of order, but the versions of a show that are let through never fall.
 */
export function createThrottle<E extends ShowEvent | ThreadEvent>(send: (event: E) => void) {
  // Slots stay, three for each show that changed, so that the highest version is remembered.
  const slots = new Map<string, Slot>();

  return {
    push(event: E) {
      const key = keyOf(event);
      const slot = slots.get(key) ?? { version: 0, hasChanged: false, timer: undefined };
      slots.set(key, slot);
      slot.version = Math.max(slot.version, event.version);
      slot.hasChanged = true;
      if (!slot.timer) sendNow(event, slot);
    },
    close() {
      for (const { timer } of slots.values()) clearTimeout(timer);
      slots.clear();
    },
  };

  function sendNow(event: E, slot: Slot) {
    slot.hasChanged = false;
    slot.timer = setTimeout(() => {
      slot.timer = undefined;
      if (slot.hasChanged) sendNow(event, slot);
      // Of threads there may be any number; an older one told late only makes pages look again.
      else if ('threadId' in event) slots.delete(keyOf(event));
    }, GAP_MS).unref();
    send({ ...event, version: slot.version });
  }
}

function keyOf(event: ShowEvent | ThreadEvent): string {
  return `${event.event} ${'threadId' in event ? event.threadId : event.showId}`;
}
