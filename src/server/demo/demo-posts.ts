import { and, eq } from 'drizzle-orm';
import { MINUTE, SECOND } from '#contract/durations.ts';
import { lockCatalog } from '../catalog/load-catalog.ts';
import { runChange } from '../changes/run-change.ts';
import type { Context } from '../context.ts';
import { forumPosts } from '../db/schema/forums.ts';
import { createPost } from '../forums/change-post.ts';
import { ApiError } from '../http/api-error.ts';
import { findDemoShows } from './demo-state.ts';
import { type NightStep, planNight } from './night-plan.ts';
import { createRandomFromIds, type Random } from './random.ts';
import { planShows, type Residency, type TALK_MOMENTS } from './residency.ts';
import { findFans } from './submit-predictions.ts';

interface TalkPost {
  at: number;
  userId: string;
  content: string;
}

const DOORS_MS = 12 * MINUTE;
/** The first posts about a moment come within this time. */
const REACTION_MS = 50 * SECOND;
const POSTS_PER_MOMENT = 2;
/** Not every song gets a post. */
const SONG_SHARE = 0.4;

/** Plans the posts about a show, by time. The same show always gets the same posts. */
export function planTalk(
  show: { id: string; date: Date },
  steps: readonly NightStep[],
  { talk, fans }: { talk: Residency['talk']; fans: readonly string[] },
): TalkPost[] {
  const random = createRandomFromIds(show.id);
  const lines = new Map<string, string[]>();
  for (const { after, content } of talk) lines.set(after, [...(lines.get(after) ?? []), content]);
  const moments = [
    { at: show.date.getTime() - DOORS_MS, after: 'doors' as const },
    ...steps.map((step, index) => ({ at: step.at, after: nameMoment(step, index) })),
  ];
  return moments
    .flatMap(({ at, after }) => {
      const count = after === 'song' ? Number(random() < SONG_SHARE) : POSTS_PER_MOMENT;
      return Array.from({ length: count }, (_, n) => ({
        at: Math.round(at + (n + random()) * REACTION_MS),
        content: takeAny(lines.get(after) ?? [], random),
        userId: fans[Math.floor(random() * fans.length)],
      }));
    })
    .filter((post): post is TalkPost => post.content !== undefined && post.userId !== undefined)
    .sort((a, b) => a.at - b.at);
}

function nameMoment(step: NightStep, index: number): (typeof TALK_MOMENTS)[number] {
  if (step.kind === 'end') return 'end';
  if (step.kind === 'break') return step.breakAfter === 'encore' ? 'encore' : 'break';
  return index === 0 ? 'opener' : 'song';
}

/** Removes the item, so that no night repeats itself. */
function takeAny(items: string[], random: Random): string | undefined {
  return items.splice(Math.floor(random() * items.length), 1)[0];
}

/** Returns a function that posts in the threads of the demo's shows what is due. */
export function createTalk(
  { db, bus, clock, bandPack }: Pick<Context, 'db' | 'bus' | 'clock' | 'bandPack'>,
  residency: Residency,
  findVisitor: () => string | undefined = () => undefined,
) {
  const { bandName } = bandPack.band;
  /** By show. An administrator's deletion must not bring a post back. */
  const postedUntil = new Map<string, number>();

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
      const talk = planTalk(show, planNight(show, pack), { talk: residency.talk, fans });
      const doneUntil = postedUntil.get(show.id) ?? 0;
      for (const post of talk.filter(({ at }) => at > doneUntil && at <= now))
        await submit(show.id, post);
      postedUntil.set(show.id, now);
    }
  };

  /** Does nothing if another server was faster. No night has a line twice. */
  async function submit(threadId: string, { at, userId, content }: TalkPost): Promise<void> {
    const draft = {
      threadId,
      content,
      viewer: { userId, isAdmin: false, isModerator: false },
      now: at,
    };
    const isSame = and(eq(forumPosts.threadId, threadId), eq(forumPosts.content, content));
    try {
      const { changes } = await runChange(db, null, async (scope) => {
        await lockCatalog(scope.tx);
        if ((await scope.tx.$count(forumPosts, isSame)) === 0) await createPost(scope, draft);
      });
      await bus.publish(changes);
    } catch (error) {
      // The thread may be locked, the fan muted, or their last post too recent.
      if (!(error instanceof ApiError)) throw error;
    }
  }
}
