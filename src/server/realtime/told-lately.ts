import type { Change } from '#contract/freshness.ts';
import { type Telling, TOLD_AGAIN_MS } from '#contract/realtime.ts';

/** What was told within the last minute: the first reading of a page that has just come may be older. */
export function createToldLately() {
  // By topic and subject, the oldest first.
  const lately = new Map<string, { change: Telling; at: number }>();

  return {
    note({ topic, subjectId, version, topics = [topic] }: Telling) {
      const at = performance.now();
      for (const one of topics) {
        const name = `${one} ${subjectId}`;
        lately.delete(name);
        lately.set(name, { change: { topic: one, subjectId, version, topics: [one] }, at });
      }
      for (const [oldest, { at: then }] of lately) {
        if (at - then < TOLD_AGAIN_MS) break;
        lately.delete(oldest);
      }
    },
    /** Those, the oldest first. */
    all(): Change[] {
      const since = performance.now() - TOLD_AGAIN_MS;
      return [...lately.values()].filter(({ at }) => at > since).map(({ change }) => change);
    },
  };
}
