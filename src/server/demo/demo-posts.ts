import { and, eq } from 'drizzle-orm';
import { MINUTE, SECOND } from '#contract/durations.ts';
import { lockCatalog } from '../catalog/load-catalog.ts';
import { runAndPublish } from '../changes/run-change.ts';
import type { Context } from '../context.ts';
import { forumPosts } from '../db/schema/forums.ts';
import { createPost } from '../forums/change-post.ts';
import { ApiError } from '../http/api-error.ts';
import { findDemoShows } from './demo-state.ts';
import { createRandomFromIds, type Random } from './random.ts';
import { type POST_MOMENTS, planShows, type Residency } from './residency.ts';
import { planShowTimeline, type TimelineStep } from './show-timeline.ts';
import { findFans } from './submit-predictions.ts';

interface PlannedPost {
  time: number;
  userId: string;
  content: string;
}

const DOORS_MS = 12 * MINUTE;
const REACTION_MS = 50 * SECOND;
const POSTS_PER_MOMENT = 2;
const SONG_SHARE = 0.4;

/** The same show always gets the same posts, in order of time. */
export function planPosts(
  show: { id: string; date: Date },
  steps: readonly TimelineStep[],
  { talk, fans }: { talk: Residency['talk']; fans: readonly string[] },
): PlannedPost[] {
  const random = createRandomFromIds(show.id);
  const lines = new Map<string, string[]>();
  for (const { after, content } of talk) lines.set(after, [...(lines.get(after) ?? []), content]);
  const moments = [
    { time: show.date.getTime() - DOORS_MS, after: 'doors' as const },
    ...steps.map((step, index) => ({ time: step.time, after: getMoment(step, index) })),
  ];
  return moments
    .flatMap(({ time, after }) => {
      const count = after === 'song' ? Number(random() < SONG_SHARE) : POSTS_PER_MOMENT;
      return Array.from({ length: count }, (_, n) => ({
        time: Math.round(time + (n + random()) * REACTION_MS),
        content: takeRandom(lines.get(after) ?? [], random),
        userId: fans[Math.floor(random() * fans.length)],
      }));
    })
    .filter((post): post is PlannedPost => post.content !== undefined && post.userId !== undefined)
    .sort((a, b) => a.time - b.time);
}

function getMoment(step: TimelineStep, index: number): (typeof POST_MOMENTS)[number] {
  if (step.kind === 'end') return 'end';
  if (step.kind === 'break') return step.breakAfter === 'encore' ? 'encore' : 'break';
  return index === 0 ? 'opener' : 'song';
}

/** Removes the item, so that no line appears twice in a show. */
function takeRandom(items: string[], random: Random): string | undefined {
  return items.splice(Math.floor(random() * items.length), 1)[0];
}

export function createPostPublisher(
  { db, bus, clock, bandPack }: Pick<Context, 'db' | 'bus' | 'clock' | 'bandPack'>,
  residency: Residency,
  findVisitor: () => string | undefined = () => undefined,
) {
  const { bandName } = bandPack.band;
  /** By show ID. A post that an administrator deleted must not return. */
  const publishedUntilByShow = new Map<string, number>();

  return async (): Promise<void> => {
    const now = clock();
    const planned = planShows(residency, bandName, now);
    const current = (await findDemoShows(db, bandName, planned)).filter(
      ({ id, status, date }) =>
        planned.some((other) => other.id === id) &&
        ['open', 'live', 'closed'].includes(status) &&
        date.getTime() - DOORS_MS <= now,
    );
    if (current.length === 0) return;
    const pack = await bandPack.load();
    const { fans } = await findFans(db, pack, findVisitor());
    for (const show of current) {
      const talk = planPosts(show, planShowTimeline(show, pack), { talk: residency.talk, fans });
      const publishedUntil = publishedUntilByShow.get(show.id) ?? 0;
      for (const post of talk.filter(({ time }) => time > publishedUntil && time <= now))
        await submit(show.id, post);
      publishedUntilByShow.set(show.id, now);
    }
  };

  /** Does nothing if another server has already published the post. */
  async function submit(threadId: string, { time, userId, content }: PlannedPost): Promise<void> {
    const draft = {
      threadId,
      content,
      viewer: { userId, isAdmin: false, isModerator: false },
      now: time,
    };
    const isSame = and(eq(forumPosts.threadId, threadId), eq(forumPosts.content, content));
    try {
      await runAndPublish({ db, bus }, null, async (scope) => {
        await lockCatalog(scope.tx);
        if ((await scope.tx.$count(forumPosts, isSame)) === 0) await createPost(scope, draft);
      });
    } catch (error) {
      // The thread may be locked, the fan muted, or their last post too recent.
      if (!(error instanceof ApiError)) throw error;
    }
  }
}
