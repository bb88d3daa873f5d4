import type { FastifyReply } from 'fastify';
import { CHANGES_HEADER, type Change, TOPICS, type Topic } from '#contract/freshness.ts';

export interface Cause {
  requestId: string;
}

/** Publish between commit and response: local caches are invalidated once `publish` resolves. */
export interface Bus {
  publish(changes: readonly Change[], cause?: Cause): Promise<void>;
  subscribe(listener: (changes: readonly Change[]) => void): () => void;
  /** Returns whether this node may be missing changes from other nodes. */
  isDisconnected(): boolean;
}

/** A listener that throws does not fail the request, because the change is already committed. */
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
    isDisconnected: () => false,
  };
}

const MAX_SUBJECTS = 20;

/** Publishes committed changes, and lists them in a response header unless the response was sent. */
export async function announce(
  { bus, reply }: { bus: Bus; reply: FastifyReply },
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  if (reply.sent) return bus.publish(changes);
  await bus.publish(changes, { requestId: reply.request.id });
  const header = reply.getHeader(CHANGES_HEADER);
  const allChanges: Change[] = [...(header ? JSON.parse(String(header)) : []), ...changes];
  reply.header(
    CHANGES_HEADER,
    JSON.stringify(allChanges.length > MAX_SUBJECTS ? toTopicChanges(allChanges) : allChanges),
  );
}

function toTopicChanges(changes: readonly Change[]): Change[] {
  const topics = new Set(changes.map(({ topic }) => topic));
  return [...topics].map((topic) => ({ topic, subjectId: null, version: 0 }));
}

let latestVersion = 0;

/** For subjects without a counter. Microseconds, so that two nodes rarely use the same version. */
export function nextChangeVersion(): number {
  const now = Math.floor((performance.timeOrigin + performance.now()) * 1000);
  latestVersion = Math.max(latestVersion + 1, now);
  return latestVersion;
}

export const EVERYTHING: readonly Change[] = (Object.keys(TOPICS) as Topic[]).map((topic) => ({
  topic,
  subjectId: null,
  version: 0,
}));
