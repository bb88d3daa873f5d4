import { TOPICS, type Topic } from '#contract/freshness.ts';
import { eventOf, type Telling } from '#contract/realtime.ts';

/** Shortest time between two messages of one kind about one show, thread or other subject. */
export const GAP_MS = 1_000;

interface Slot {
  version: number;
  /** Which of the event's topics have changed since it was last told. */
  topics: Set<Topic>;
  hasChanged: boolean;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Lets at most one event of a kind through per subject and second: the first at once, what
 * changes inside that second when it ends, as one event with the newest version. Commits may be told
 * out of order, but the versions of a show that are let through never fall.
 */
export function createThrottle(send: (change: Telling) => void) {
  // Slots stay, three for each show that changed, so that the highest version is remembered.
  const slots = new Map<string, Slot>();

  return {
    push(change: Telling) {
      const key = keyOf(change);
      const slot = slots.get(key) ?? newSlot();
      slots.set(key, slot);
      // Of all else than shows no number says which came first.
      slot.version = eventOf(change.topic)
        ? Math.max(slot.version, change.version)
        : change.version;
      for (const topic of change.topics ?? [change.topic]) slot.topics.add(topic);
      slot.hasChanged = true;
      if (!slot.timer) sendNow(change, slot);
    },
    close() {
      for (const { timer } of slots.values()) clearTimeout(timer);
      slots.clear();
    },
  };

  function sendNow(change: Telling, slot: Slot) {
    slot.hasChanged = false;
    slot.timer = setTimeout(() => {
      slot.timer = undefined;
      if (slot.hasChanged) sendNow(change, slot);
      // Of all else there may be any number; an older one told late only makes pages look again.
      else if (!eventOf(change.topic)) slots.delete(keyOf(change));
    }, GAP_MS).unref();
    const topics = [...slot.topics];
    slot.topics.clear();
    send({ ...change, version: slot.version, topics });
  }
}

function newSlot(): Slot {
  return { version: 0, topics: new Set(), hasChanged: false, timer: undefined };
}

/**
 * Of any show's there is no event of its own: such a message names the topic, or all that come together.
 * Those are apart by whom they are told to, as a later one goes to the audience of the first.
 */
function keyOf({ topic, subjectId, topics }: Telling): string {
  if (!subjectId && topics) return `any of several, told to ${TOPICS[topic].told}`;
  return `${(subjectId && eventOf(topic)) ?? topic} ${subjectId}`;
}
