import { Histogram, type Registry } from 'prom-client';
import { type Change, TOPICS } from '#contract/freshness.ts';
import { eventOf, TOPIC_EVENT } from '#contract/realtime.ts';
import type { Bus } from '../changes/bus.ts';

/**
 * How long a committed change waits until its message has been handed to the last socket. Changes of
 * one kind and subject that go out as one message count from the first of them, so what the throttle
 * holds back is in it: up to a second by design.
 */
export function measureEventLag(registry: Registry) {
  const lag = new Histogram({
    name: 'called_it_event_lag_seconds',
    help: 'From a change being announced, right after its commit, to its message being sent',
    labelNames: ['event'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.1, 1.25, 1.5, 2.5, 5],
    registers: [registry],
  });
  /** When what is not sent yet was announced; each leaves again within the throttle's second. */
  const announcedAt = new Map<string, number>();

  return {
    /** Before anyone else does, so that it knows a change when the message of it goes out. */
    followBus(bus: Bus): void {
      bus.subscribe((changes) => {
        const now = performance.now();
        for (const change of changes) {
          const name = nameOf(change);
          if (TOPICS[change.topic].told !== 'nobody' && !announcedAt.has(name))
            announcedAt.set(name, now);
        }
      });
    },
    /**
     * A message of the change is about to be made, and tells of all that was announced till now. Call
     * what is returned when it has been handed to the last socket.
     */
    goesOut(change: Change): () => void {
      const name = nameOf(change);
      const since = announcedAt.get(name);
      announcedAt.delete(name);
      if (since === undefined) return () => undefined;
      const event = eventOf(change.topic) ?? TOPIC_EVENT;
      return () => lag.observe({ event }, (performance.now() - since) / 1000);
    },
  };
}

/** As messages are told apart: of one event and subject only one is sent at a time. */
function nameOf({ topic, subjectId }: Change): string {
  return `${eventOf(topic) ?? topic} ${subjectId}`;
}
