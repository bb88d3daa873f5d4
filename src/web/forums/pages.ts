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
