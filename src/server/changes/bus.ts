import type { FastifyReply } from 'fastify';
import { CHANGES_HEADER, type Change, TOPICS, type Topic } from '#contract/freshness.ts';

/** What made a change, for the logs of all who hear of it. */
export interface Cause {
  requestId: string;
}

/**
 * Carries committed changes to whoever listens, in this process and, behind another implementation,
 * in all. Publish after the commit and before the answer: listeners of this process have heard
 * it when `publish` resolves, so no read after the answer sees the earlier state.
 */
export interface Bus {
  publish(changes: readonly Change[], by?: Cause): Promise<void>;
  subscribe(listener: (changes: readonly Change[]) => void): () => void;
  /** Whether changes of other processes may go unheard now: what is remembered is then soon doubted. */
  isDeaf(): boolean;
}

/**
 * The bus of a single process. A listener that throws keeps no other from hearing, and the change
 * stays made: whoever made it is answered as if nothing had happened, the log hears what did.
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

/** A header has its limits: of more changes only the topics are named. */
const MOST_SUBJECTS = 20;

/**
 * Tells a committed change to all that remember or show the earlier state. Call it after the commit
 * and before the answer, which brings it to whoever made it.
 */
export async function announce(
  { bus, reply }: { bus: Bus; reply: FastifyReply },
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  await bus.publish(changes, { requestId: reply.request.id });
  const earlier = reply.getHeader(CHANGES_HEADER);
  const all: Change[] = [...(earlier ? JSON.parse(String(earlier)) : []), ...changes];
  reply.header(CHANGES_HEADER, JSON.stringify(all.length > MOST_SUBJECTS ? topicsOf(all) : all));
}

function topicsOf(changes: readonly Change[]): Change[] {
  const topics = new Set(changes.map(({ topic }) => topic));
  return [...topics].map((topic) => ({ topic, subjectId: null, version: 0 }));
}

let latestVersion = 0;

/**
 * For a subject that counts none of its own: grows with each call, so that no two changes share one;
 * in microseconds, so that two nodes hardly do.
 */
export function nextVersion(): number {
  const now = Math.floor((performance.timeOrigin + performance.now()) * 1000);
  latestVersion = Math.max(latestVersion + 1, now);
  return latestVersion;
}

/** That anything may have changed: whoever hears it reads anew all that they have. */
export const EVERYTHING: readonly Change[] = (Object.keys(TOPICS) as Topic[]).map((topic) => ({
  topic,
  subjectId: null,
  version: 0,
}));
