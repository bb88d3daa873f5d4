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
