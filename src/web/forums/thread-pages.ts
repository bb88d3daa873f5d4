/** Posts a page. */
export const POSTS_A_PAGE = 25;

/** The page on which a thread's newest post stands, counted from 1. */
export function lastPageOf({ replyCount }: { replyCount: number }): number {
  return Math.ceil((replyCount + 1) / POSTS_A_PAGE);
}
