import type { Concern, Topic } from '#contract/freshness.ts';
import type { Bus } from './bus.ts';

/** Returns the latest change. Call it before the load, or changes during the load are missed. */
export type ChangeVersions = (concerns: readonly Concern[]) => number;

/** A topic with more subjects than this is invalidated as a whole, to bound memory. */
const MAX_SUBJECTS = 10_000;

/** Lifetime of cached responses while the bus is disconnected. */
const MAX_AGE_MS = 1_000;

interface TopicChanges {
  /** Upper bound for the latest change of a subject that is not in the map. */
  floor: number;
  latestChange: number;
  subjects: Map<string, number>;
}

export function createChangeVersions(bus: Bus): ChangeVersions {
  let changeNumber = 0;
  let invalidatedAt = Number.NEGATIVE_INFINITY;
  /** Upper bound for the latest change of a topic that is not in the map. */
  let floor = 0;
  const topics = new Map<Topic, TopicChanges>();

  bus.subscribe((changes) => {
    changeNumber += 1;
    for (const { topic, subjectId } of changes) {
      const topicChanges = topics.get(topic) ?? { floor: 0, latestChange: 0, subjects: new Map() };
      topics.set(topic, topicChanges);
      topicChanges.latestChange = changeNumber;
      if (subjectId !== null) topicChanges.subjects.set(subjectId, changeNumber);
      if (subjectId !== null && topicChanges.subjects.size <= MAX_SUBJECTS) continue;
      topicChanges.subjects.clear();
      topicChanges.floor = changeNumber;
    }
  });

  function invalidateAll() {
    const now = performance.now();
    if (now - invalidatedAt < MAX_AGE_MS) return;
    invalidatedAt = now;
    changeNumber += 1;
    floor = changeNumber;
  }

  return (concerns) => {
    if (bus.isDisconnected()) invalidateAll();
    let latest = floor;
    for (const { topic, subjectId } of concerns) {
      const topicChanges = topics.get(topic);
      if (!topicChanges) continue;
      const subjectVersion =
        subjectId === null
          ? topicChanges.latestChange
          : (topicChanges.subjects.get(subjectId) ?? 0);
      latest = Math.max(latest, topicChanges.floor, subjectVersion);
    }
    return latest;
  };
}
