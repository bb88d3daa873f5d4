import { POSTS_PER_PAGE } from '#contract/forum-posts.ts';

/** Pages start at 1. */
export function countPages({
  replyCount,
  show,
}: {
  replyCount: number;
  show?: object | null;
}): number {
  const postCount = show ? replyCount : replyCount + 1;
  return Math.max(1, Math.ceil(postCount / POSTS_PER_PAGE));
}

/** Returns the URL's page, clamped to the existing pages, or `fallback` if the URL has none. */
export function parsePage(text: string | null, pageCount: number, fallback: number): number {
  const page = /^\d{1,6}$/.test(text ?? '') ? Number(text) : fallback;
  return Math.max(1, Math.min(page, pageCount));
}

/**
 * Returns the two newest pages, `olderPages` more, and those around a linked post. `shownPageCount`
 * is the page count when the reader last saw the newest post. Further down, they keep their pages.
 */
export function choosePages({
  pageCount,
  shownPageCount,
  olderPages,
  linked,
}: {
  pageCount: number;
  shownPageCount: number;
  olderPages: number;
  linked: PageRange | undefined;
}): number[] {
  const lastShown = Math.min(shownPageCount, pageCount);
  return Array.from({ length: pageCount }, (_, index) => index + 1).filter(
    (page) =>
      (linked && page >= linked.first && page <= linked.last) ||
      (page <= lastShown ? page >= lastShown - 1 - olderPages : page >= pageCount - 1),
  );
}

export interface PageRange {
  first: number;
  last: number;
}

interface PostSummary {
  createdAt: string;
  author: { id: string; username: string };
}

/** Returns the replies by others since the thread's latest activity when the page was opened. */
export function findNewReplies<P extends PostSummary>(
  posts: readonly P[],
  lastActivityAt: string,
  userId: string,
): P[] {
  const openedTime = Date.parse(lastActivityAt);
  return posts.filter(
    (post) => Date.parse(post.createdAt) > openedTime && post.author.id !== userId,
  );
}

export function formatNewReplies(newReplies: readonly PostSummary[]): string {
  const latest = newReplies.at(-1);
  if (!latest) return '';
  return newReplies.length === 1
    ? `New reply by ${latest.author.username}`
    : `${newReplies.length} new replies, the latest by ${latest.author.username}`;
}
