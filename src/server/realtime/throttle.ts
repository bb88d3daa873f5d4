import { TOPICS, type Topic } from '#contract/freshness.ts';
import { type Announcement, eventOf } from '#contract/realtime.ts';

export const GAP_MS = 1_000;

interface Slot {
  version: number;
  topics: Set<Topic>;
  hasChanged: boolean;
  /** The `performance.now()` time of the last change. */
  changedAt: number;
  timer: NodeJS.Timeout | undefined;
}

/** Sends at most one event per kind, subject and second. A show's sent versions never decrease. */
export function createThrottle(send: (change: Announcement, changedAt: number) => void) {
  // A show's slots, at most three, are never removed, because they store its highest version.
  const slots = new Map<string, Slot>();

  return {
    push(change: Announcement) {
      const key = buildSlotKey(change);
      const slot = slots.get(key) ?? createSlot();
      slots.set(key, slot);
      slot.version = eventOf(change.topic)
        ? Math.max(slot.version, change.version)
        : change.version;
      for (const topic of change.topics ?? [change.topic]) slot.topics.add(topic);
      slot.hasChanged = true;
      slot.changedAt = performance.now();
      if (!slot.timer) sendNow(change, slot);
    },
    close() {
      for (const { timer } of slots.values()) clearTimeout(timer);
      slots.clear();
    },
  };

  function sendNow(change: Announcement, slot: Slot) {
    slot.hasChanged = false;
    slot.timer = setTimeout(() => {
      slot.timer = undefined;
      if (slot.hasChanged) sendNow(change, slot);
      // Other slots are unbounded. A late older message only causes a refetch.
      else if (!eventOf(change.topic)) slots.delete(buildSlotKey(change));
    }, GAP_MS).unref();
    const topics = [...slot.topics];
    slot.topics.clear();
    send({ ...change, version: slot.version, topics }, slot.changedAt);
  }
}

function createSlot(): Slot {
  return { version: 0, topics: new Set(), hasChanged: false, changedAt: 0, timer: undefined };
}

/** A combined message is sent to the audience of its first topic. */
function buildSlotKey({ topic, subjectId, topics }: Announcement): string {
  if (!subjectId && topics) return `any of several, for ${TOPICS[topic].audience}`;
  return `${(subjectId && eventOf(topic)) ?? topic} ${subjectId}`;
}
