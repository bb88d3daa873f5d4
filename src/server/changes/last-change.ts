import type { Concern } from '#contract/freshness.ts';
import type { Bus } from './bus.ts';

/**
 * The number of the last change that touched any of these; changes are counted from 1. An answer that
 * is remembered with the number of the moment before its making began is out of date as soon as this
 * says another: also where the change came while it was being made.
 */
export type LastChange = (concerns: readonly Concern[]) => number;

/** More subjects than these are not told apart: all that is remembered is then made anew, once. */
const MOST_SUBJECTS = 10_000;

/** While other processes are not heard, what is remembered is believed for so long. */
const DOUBT_AFTER_MS = 1_000;

export function createLastChange(bus: Bus): LastChange {
  let changes = 0;
  let doubtedAt = Number.NEGATIVE_INFINITY;
  /** What nothing is known of may have changed as late as this. */
  let floor = 0;
  const numbers = new Map<string, number>();

  bus.subscribe((published) => {
    changes += 1;
    for (const { topic, subjectId } of published) {
      numbers.set(`${topic} any`, changes);
      numbers.set(`${topic} ${subjectId ?? 'all'}`, changes);
    }
    if (numbers.size <= MOST_SUBJECTS) return;
    numbers.clear();
    floor = changes;
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
      if (subjectId === null) last = Math.max(last, numbers.get(`${topic} any`) ?? 0);
      else
        last = Math.max(
          last,
          numbers.get(`${topic} ${subjectId}`) ?? 0,
          numbers.get(`${topic} all`) ?? 0,
        );
    }
    return last;
  };
}
