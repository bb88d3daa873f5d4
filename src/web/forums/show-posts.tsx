import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { listPosts, POSTS_PER_PAGE, type Post } from '#contract/forum-posts.ts';
import { type ShowThread, SLOW_MODE_MS } from '#contract/forums.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { countedQueryFor } from '#web/http/query-for.ts';
import '#web/realtime/new-posts.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { ArrowUp } from '#web/ui/icons.ts';
import { focusIfLost } from '#web/ui/list/focus-if-lost.ts';
import { countPages, findNewReplies } from './pages.ts';
import { PostForm } from './post-form.tsx';
import { PostItem } from './post-item.tsx';

/** The last page may have a single post. */
const PAGES_AT_FIRST = 2;

type ShowPostsProps = { thread: ShowThread; canWrite: boolean };

/** Pages count from the oldest post, so a new post moves no other post to another page. */
export function ShowPosts({ thread, canWrite }: ShowPostsProps) {
  const pageCount = countPages(thread);
  const [firstPage, setFirstPage] = useState(Math.max(1, pageCount - PAGES_AT_FIRST + 1));
  const [openedActivityAt] = useState(thread.lastActivityAt);
  const pages = Array.from({ length: pageCount - firstPage + 1 }, (_, index) => firstPage + index);
  const queries = useQueries({
    queries: pages.map((page) => {
      const offset = String((page - 1) * POSTS_PER_PAGE);
      const query = { limit: String(POSTS_PER_PAGE), offset };
      return countedQueryFor(listPosts, { params: { id: thread.id }, query });
    }),
  });
  const posts = queries.flatMap(({ data }, index) =>
    (data?.rows ?? []).map((post, row) => ({
      post,
      number: ((pages[index] ?? 1) - 1) * POSTS_PER_PAGE + row + 1,
    })),
  );
  const { id: userId } = useUser();
  const myLatest = posts.findLast(({ post }) => post.author.id === userId)?.post;
  const isLive = thread.show.status === 'live';
  const slowUntil = isLive && myLatest ? Date.parse(myLatest.createdAt) + SLOW_MODE_MS : 0;
  const firstQuery = queries.find(({ isSuccess }) => !isSuccess) ?? queries[0];
  return (
    <>
      {canWrite && <PostForm thread={thread} slowUntil={slowUntil} onDone={() => {}} />}
      {posts.length === 0 && firstQuery ? (
        <Loaded
          query={firstQuery}
          label="Loading the posts"
          errorMessage="The posts could not be loaded."
        >
          {() => <p className="text-dim">No posts yet.</p>}
        </Loaded>
      ) : (
        <LatestFirst thread={thread} posts={posts} openedActivityAt={openedActivityAt} />
      )}
      {firstPage > 1 && (
        <Button className="justify-self-center" onClick={() => setFirstPage(firstPage - 1)}>
          Show older posts
        </Button>
      )}
    </>
  );
}

type LatestFirstProps = {
  thread: ShowThread;
  posts: readonly { post: Post; number: number }[];
  openedActivityAt: string;
};

/** Holds new posts back while the reader is further down, so that nothing moves under them. */
function LatestFirst({ thread, posts, openedActivityAt }: LatestFirstProps) {
  const list = useRef<HTMLOListElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const isAtTop = useInView(top);
  const newestAt = posts.at(-1)?.post.createdAt ?? openedActivityAt;
  const [shownUntil, setShownUntil] = useState(newestAt);
  if (isAtTop && newestAt > shownUntil) setShownUntil(newestAt);
  const shown = posts.filter(({ post }) => post.createdAt <= shownUntil);
  const heldCount = posts.length - shown.length;
  const newPosts = findNewReplies(
    posts.map(({ post }) => post),
    openedActivityAt,
    useUser().id,
  );
  const latest = newPosts.at(-1);
  return (
    <div>
      <div ref={top} aria-hidden className="h-px" />
      <p role="status" className="sr-only">
        {latest && `New post by ${latest.author.username}`}
      </p>
      {heldCount > 0 && (
        <div className="sticky top-16 z-20 flex justify-center pb-3 md:top-3">
          <Button
            variant="lamp"
            className="shadow-raised"
            onClick={() => {
              setShownUntil(newestAt);
              top.current?.scrollIntoView({ block: 'center' });
              list.current?.focus({ preventScroll: true });
            }}
          >
            <ArrowUp aria-hidden />
            {heldCount === 1 ? '1 new post' : `${heldCount} new posts`}
          </Button>
        </div>
      )}
      <ol ref={list} tabIndex={-1} aria-label="Posts" className="grid gap-3 outline-none">
        {shown.toReversed().map(({ post, number }) => (
          <PostItem
            key={post.id}
            thread={thread}
            post={post}
            number={number}
            isNew={newPosts.includes(post)}
            onDeleted={() => focusIfLost(list.current)}
          />
        ))}
      </ol>
    </div>
  );
}

function useInView(target: React.RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(true);
  useEffect(() => {
    if (!target.current) return;
    const observer = new IntersectionObserver(([entry]) => setInView(!!entry?.isIntersecting));
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target]);
  return isInView;
}
