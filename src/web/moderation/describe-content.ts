import { POSTS_PER_PAGE } from '#contract/forum-posts.ts';
import type { ReportedContent } from '#contract/moderation.ts';
import { paths } from '#contract/pages.ts';
import type { ReportKind } from '#contract/reports.ts';

/** What a notice or a report is about: 'your post', 'this post'. */
export const CONTENT_NAMES: Record<ReportKind, string> = {
  thread: 'thread',
  post: 'post',
  talk: 'post',
  bio: 'bio',
  league: "league's name",
  username: 'username',
};

/** Followed by the fan's name. */
export const CONTENT_TITLES: Record<ReportKind, string> = {
  thread: 'Thread by',
  post: 'Post by',
  talk: 'League post by',
  bio: 'Bio of',
  league: 'League name by',
  username: 'Username of',
};

/** Undefined for an invite-only league, which only its members can open. */
export function findPlace({ thread, league, fan }: ReportedContent): string | undefined {
  if (thread) {
    const page = Math.ceil(thread.postNumber / POSTS_PER_PAGE);
    return paths.thread({ id: thread.id, page });
  }
  if (league) return league.isListed ? paths.league({ id: league.id }) : undefined;
  return paths.fan({ username: fan.username });
}
