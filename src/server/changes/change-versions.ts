import type { Concern, Topic } from '#contract/freshness.ts';
import type { Bus } from './bus.ts';

/**
 * The number of the last change that touched any of these; changes are counted from 1. An answer that
 * is remembered with the number of the moment before its making began is out of date as soon as this
 * says another: also where the change came while it was being made.
 */
export type ChangeVersions = (concerns: readonly Concern[]) => number;

/**
 * More subjects of a topic than these are not told apart: what is remembered of that topic is then made
 * anew, once. Of each topic for itself, as before a lock the predictions of thousands of fans change, and
 * sessions and boards do not.
 */
const MOST_SUBJECTS = 10_000;

/** While other processes are not heard, what is remembered is believed for so long. */
const DOUBT_AFTER_MS = 1_000;

interface TopicChanges {
  /** What nothing is known of may have changed as late as this. */
  floor: number;
  /** The last of whichever subject. */
  any: number;
  subjects: Map<string, number>;
}

export function createChangeVersions(bus: Bus): ChangeVersions {
  let changes = 0;
  let doubtedAt = Number.NEGATIVE_INFINITY;
  /** What nothing is known of may have changed as late as this. */
  let floor = 0;
  const ofTopics = new Map<Topic, TopicChanges>();

  bus.subscribe((published) => {
    changes += 1;
    for (const { topic, subjectId } of published) {
      const of = ofTopics.get(topic) ?? { floor: 0, any: 0, subjects: new Map() };
      ofTopics.set(topic, of);
      of.any = changes;
      if (subjectId !== null) of.subjects.set(subjectId, changes);
      if (subjectId !== null && of.subjects.size <= MOST_SUBJECTS) continue;
      of.subjects.clear();
      of.floor = changes;
    }
  });

  /** As if anything had changed: nothing that is older is believed. */
  function doubt() {
    const now = performance.now();
    if (now - doubtedAt < DOUBT_AFTER_MS) return;
    doubtedAt = now;
    changes += 1;
    floor = changes;
  }

  return (concerns) => {
    if (bus.isDeaf()) doubt();
    let last = floor;
    for (const { topic, subjectId } of concerns) {
      const of = ofTopics.get(topic);
      if (!of) continue;
      const known = subjectId === null ? of.any : (of.subjects.get(subjectId) ?? 0);
      last = Math.max(last, of.floor, known);
    }
    return last;
  };
}
