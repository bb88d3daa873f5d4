import type { FastifyReply } from 'fastify';
import { CHANGES_HEADER, type Change, TOPICS, type Topic } from '#contract/freshness.ts';

/** Identifies the request behind a change in the logs of all nodes. */
export interface Cause {
  requestId: string;
}

/**
 * Delivers committed changes to listeners, in this process or on all nodes. Publish after the commit and before the
 * response: local listeners have run when `publish` resolves, so reads after the response never see the earlier state.
 */
export interface Bus {
  publish(changes: readonly Change[], by?: Cause): Promise<void>;
  subscribe(listener: (changes: readonly Change[]) => void): () => void;
  /** Whether changes of other nodes may be missed at the moment. Cached responses then expire quickly. */
  isDeaf(): boolean;
}

/**
 * Creates the bus of a single process. If a listener throws, the error is logged, the other listeners still run, and
 * the request succeeds because its change is committed.
 */
export function createLocalBus(onFailure: (error: unknown) => void = console.error): Bus {
  const listeners = new Set<(changes: readonly Change[]) => void>();
  return {
    async publish(changes) {
      for (const listener of listeners) {
        try {
          listener(changes);
        } catch (error) {
          onFailure(error);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isDeaf: () => false,
  };
}

/** Limits the size of the header. Above this, it lists only the topics. */
const MAX_SUBJECTS = 20;

/**
 * Publishes committed changes and adds them to the response. Call it after the commit and before the response is sent.
 */
export async function announce(
  { bus, reply }: { bus: Bus; reply: FastifyReply },
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  await bus.publish(changes, { requestId: reply.request.id });
  const earlier = reply.getHeader(CHANGES_HEADER);
  const all: Change[] = [...(earlier ? JSON.parse(String(earlier)) : []), ...changes];
  reply.header(CHANGES_HEADER, JSON.stringify(all.length > MAX_SUBJECTS ? topicsOf(all) : all));
}

function topicsOf(changes: readonly Change[]): Change[] {
  const topics = new Set(changes.map(({ topic }) => topic));
  return [...topics].map((topic) => ({ topic, subjectId: null, version: 0 }));
}

let latestVersion = 0;

/**
 * Returns a version for a subject that has no counter. Versions increase, so two changes never share one; they count
 * microseconds, so two nodes rarely do.
 */
export function nextVersion(): number {
  const now = Math.floor((performance.timeOrigin + performance.now()) * 1000);
  latestVersion = Math.max(latestVersion + 1, now);
  return latestVersion;
}

/** Invalidates every topic. */
export const EVERYTHING: readonly Change[] = (Object.keys(TOPICS) as Topic[]).map((topic) => ({
  topic,
  subjectId: null,
  version: 0,
}));
