import type { Change } from '#contract/freshness.ts';
import { eventOf } from '#contract/realtime.ts';

/** Shortest time between two messages of one kind about one show, thread or other subject. */
export const GAP_MS = 1_000;

interface Slot {
  version: number;
  hasChanged: boolean;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Lets at most one event of a kind through per subject and second: the first at once, what
 * changes inside that second when it ends, as one event with the newest version. Commits may be told
 * out of order, but the versions of a show that are let through never fall.
 */
export function createThrottle(send: (change: Change) => void) {
  // Slots stay, three for each show that changed, so that the highest version is remembered.
  const slots = new Map<string, Slot>();

  return {
    push(change: Change) {
      const key = keyOf(change);
      const slot = slots.get(key) ?? { version: 0, hasChanged: false, timer: undefined };
      slots.set(key, slot);
      slot.version = Math.max(slot.version, change.version);
      slot.hasChanged = true;
      if (!slot.timer) sendNow(change, slot);
    },
    close() {
      for (const { timer } of slots.values()) clearTimeout(timer);
      slots.clear();
    },
  };

  function sendNow(change: Change, slot: Slot) {
    slot.hasChanged = false;
    slot.timer = setTimeout(() => {
      slot.timer = undefined;
      if (slot.hasChanged) sendNow(change, slot);
      // Of all else there may be any number; an older one told late only makes pages look again.
      else if (!eventOf(change.topic)) slots.delete(keyOf(change));
    }, GAP_MS).unref();
    send({ ...change, version: slot.version });
  }
}

function keyOf({ topic, subjectId }: Change): string {
  return `${eventOf(topic) ?? topic} ${subjectId}`;
}
