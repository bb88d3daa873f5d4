/** Posts a page. */
export const POSTS_A_PAGE = 25;

/** The page on which a thread's newest post stands, counted from 1. */
export function lastPageOf({ replyCount }: { replyCount: number }): number {
  return Math.ceil((replyCount + 1) / POSTS_A_PAGE);
}

/** The page that an address asks for, within those there are; `otherwise` where it names none. */
export function askedPage(asked: string | null, pages: number, otherwise: number): number {
  const page = /^\d{1,6}$/.test(asked ?? '') ? Number(asked) : otherwise;
  return Math.max(1, Math.min(page, pages));
}

interface Shown {
  createdAt: string;
  author: { id: string; username: string };
}

/** Others' posts that came after `since`, the thread's latest activity when the page was opened. */
export function arrivedSince<P extends Shown>(
  posts: readonly P[],
  since: string,
  userId: string,
): P[] {
  const opened = Date.parse(since);
  return posts.filter((post) => Date.parse(post.createdAt) > opened && post.author.id !== userId);
}

/** What is read out of them; '' where nothing came. */
export function arrivalText(arrived: readonly Shown[]): string {
  const latest = arrived.at(-1);
  if (!latest) return '';
  return arrived.length === 1
    ? `New reply by ${latest.author.username}`
    : `${arrived.length} new replies, the latest by ${latest.author.username}`;
}
