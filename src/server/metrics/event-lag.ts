import { Histogram, type Registry } from 'prom-client';
import { type Change, TOPICS } from '#contract/freshness.ts';
import { type Announcement, eventOf, TOPIC_EVENT } from '#contract/realtime.ts';
import type { Bus } from '../changes/bus.ts';

/** Measures from the first change in a message, so the lag includes the throttle's delay. */
export function measureEventLag(registry: Registry) {
  const lag = new Histogram({
    name: 'called_it_event_lag_seconds',
    help: 'Time from the announcement of a change, right after its commit, to the end of its broadcast',
    labelNames: ['event'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.1, 1.25, 1.5, 2.5, 5],
    registers: [registry],
  });
  const announcedAt = new Map<string, number>();

  return {
    /** Call this before adding other subscribers: a change must be recorded before it is sent. */
    followBus(bus: Bus): void {
      bus.subscribe((changes) => {
        const now = performance.now();
        for (const change of changes) {
          const key = buildKey(change);
          if (TOPICS[change.topic].audience !== 'server only' && !announcedAt.has(key))
            announcedAt.set(key, now);
        }
      });
    },
    /** Call this before building the message, and the returned function after the last send. */
    startSend(message: Announcement): () => void {
      const { topic, topics = [topic], subjectId } = message;
      const keys = topics.map((name) => buildKey({ topic: name, subjectId }));
      const firstAnnouncedAt = Math.min(...keys.map((key) => announcedAt.get(key) ?? Infinity));
      for (const key of keys) announcedAt.delete(key);
      if (firstAnnouncedAt === Infinity) return () => undefined;
      const event = eventOf(topic) ?? TOPIC_EVENT;
      return () => lag.observe({ event }, (performance.now() - firstAnnouncedAt) / 1000);
    },
  };
}

function buildKey({ topic, subjectId }: Pick<Change, 'topic' | 'subjectId'>): string {
  return `${eventOf(topic) ?? topic} ${subjectId}`;
}
