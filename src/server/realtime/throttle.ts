import type { ShowEvent } from './bus.ts';

/** Shortest time between two messages of one kind about one show. */
export const GAP_MS = 1_000;

interface Slot {
  version: number;
  hasChanged: boolean;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Lets at most one event of a kind through per show and second: the first at once, what changes
 * inside that second when it ends, as one event with the newest version. Commits may be told out
 * of order, but the versions let through never fall.
 */
export function createThrottle(send: (event: ShowEvent) => void) {
  // Slots stay, three for each show that changed, so that the highest version is remembered.
  const slots = new Map<string, Slot>();

  return {
    push(event: ShowEvent) {
      const key = `${event.event} ${event.showId}`;
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

  function sendNow(event: ShowEvent, slot: Slot) {
    slot.hasChanged = false;
    slot.timer = setTimeout(() => {
      slot.timer = undefined;
      if (slot.hasChanged) sendNow(event, slot);
    }, GAP_MS).unref();
    send({ ...event, version: slot.version });
  }
}
