export const POSTS_PER_PAGE = 25;

/** Pages start at 1. */
export function lastPageOf({ replyCount }: { replyCount: number }): number {
  return Math.ceil((replyCount + 1) / POSTS_PER_PAGE);
}

/** The URL's page, clamped to the existing pages; `otherwise` if the URL has none. */
export function requestedPage(requested: string | null, pages: number, fallback: number): number {
  const page = /^\d{1,6}$/.test(requested ?? '') ? Number(requested) : fallback;
  return Math.max(1, Math.min(page, pages));
}

interface PostSummary {
  createdAt: string;
  author: { id: string; username: string };
}

/** `since` is the thread's latest activity when the page was opened. */
export function arrivedSince<P extends PostSummary>(
  posts: readonly P[],
  since: string,
  userId: string,
): P[] {
  const openedAt = Date.parse(since);
  return posts.filter((post) => Date.parse(post.createdAt) > openedAt && post.author.id !== userId);
}

export function arrivalText(arrived: readonly PostSummary[]): string {
  const latest = arrived.at(-1);
  if (!latest) return '';
  return arrived.length === 1
    ? `New reply by ${latest.author.username}`
    : `${arrived.length} new replies, the latest by ${latest.author.username}`;
}
