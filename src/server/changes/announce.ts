import type { FastifyReply } from 'fastify';
import { CHANGES_HEADER, type Change } from '#contract/freshness.ts';
import type { Bus } from './bus.ts';

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
  await bus.publish(changes);
  const earlier = reply.getHeader(CHANGES_HEADER);
  const all: Change[] = [...(earlier ? JSON.parse(String(earlier)) : []), ...changes];
  reply.header(CHANGES_HEADER, JSON.stringify(all.length > MOST_SUBJECTS ? topicsOf(all) : all));
}

function topicsOf(changes: readonly Change[]): Change[] {
  const topics = new Set(changes.map(({ topic }) => topic));
  return [...topics].map((topic) => ({ topic, subjectId: null, version: 0 }));
}
