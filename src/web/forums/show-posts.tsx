import { useQueries } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { listPosts, POSTS_PER_PAGE, type Post } from '#contract/forum-posts.ts';
import { type ShowThread, SLOW_MODE_MS } from '#contract/forums.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryWithTotalFor } from '#web/http/query-for.ts';
import '#web/realtime/new-posts.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { ArrowUp } from '#web/ui/icons.ts';
import { focusIfLost } from '#web/ui/list/focus-if-lost.ts';
import { choosePages, countPages, findNewReplies } from './pages.ts';
import { PostForm } from './post-form.tsx';
import { PostItem } from './post-item.tsx';

type ShowPostsProps = {
  thread: ShowThread;
  canWrite: boolean;
  initialPage: number;
};

/** Hides new posts while the reader is further down, so that nothing moves under them. */
export function ShowPosts({ thread, canWrite, initialPage }: ShowPostsProps) {
  const pageCount = countPages(thread);
  const [olderPages, setOlderPages] = useState(0);
  const [linked, setLinked] = useState(
    initialPage < pageCount - 1 ? { first: initialPage, last: initialPage } : undefined,
  );
  const [shownPageCount, setShownPageCount] = useState(pageCount);
  const pages = choosePages({ pageCount, shownPageCount, olderPages, linked });
  const queries = usePages(thread, pages);
  const posts = numberPosts(queries, pages);
  const top = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const isAtTop = useInView(top);
  const [openedActivityAt] = useState(thread.lastActivityAt);
  const newestAt = posts.at(-1)?.post.createdAt ?? openedActivityAt;
  const [shownUntil, setShownUntil] = useState(newestAt);
  const visiblePosts = posts.filter(({ post }) => post.createdAt <= shownUntil);
  const { id: userId } = useUser();
  const myLatest = posts.findLast(({ post }) => post.author.id === userId)?.post;
  const isMyPostHidden = myLatest !== undefined && myLatest.createdAt > shownUntil;
  if (isAtTop || isMyPostHidden || visiblePosts.length === 0) showNewest();

  function showNewest() {
    if (newestAt > shownUntil) setShownUntil(newestAt);
    if (shownPageCount !== pageCount) setShownPageCount(pageCount);
  }

  function showOlder() {
    const [oldest = 1] = pages;
    flushSync(() => {
      if (linked) setLinked({ ...linked, first: oldest - 1 });
      else setOlderPages(olderPages + 1);
    });
    focusIfLost(list.current);
  }

  function showSkipped() {
    flushSync(() => setOlderPages(olderPages + 1));
    focusIfLost(list.current);
  }

  const isLive = thread.show.status === 'live';
  const slowUntil = isLive && myLatest ? Date.parse(myLatest.updatedAt) + SLOW_MODE_MS : 0;
  const missing = queries.filter(({ data }) => data === undefined);
  const missingNewest = missing.find((query) => query === queries.at(-1));
  const missingOlder = missing.findLast((query) => query !== missingNewest);
  return (
    <>
      {canWrite && <PostForm thread={thread} slowUntil={slowUntil} onDone={() => {}} />}
      <div>
        <div ref={top} aria-hidden className="h-px" />
        {posts.length === 0 ? (
          <FirstPosts query={missing.find(({ isLoadingError }) => isLoadingError) ?? missing[0]} />
        ) : (
          <>
            <NewPostsButton
              count={(posts.at(-1)?.number ?? 0) - (visiblePosts.at(-1)?.number ?? 0)}
              onShow={() => {
                showNewest();
                top.current?.scrollIntoView({ block: 'center' });
                list.current?.focus({ preventScroll: true });
              }}
            />
            {isAtTop && missingNewest && <MissingPosts query={missingNewest} className="pb-3" />}
            <LatestFirst
              list={list}
              thread={thread}
              posts={visiblePosts}
              pages={pages}
              onShowSkipped={showSkipped}
              newPosts={findNewReplies(
                posts.map(({ post }) => post),
                openedActivityAt,
                userId,
              )}
            />
            {missingOlder && <MissingPosts query={missingOlder} className="pt-3" />}
          </>
        )}
      </div>
      {(pages[0] ?? 1) > 1 && (
        <Button className="justify-self-center" onClick={showOlder}>
          Show older posts
        </Button>
      )}
    </>
  );
}

function usePages(thread: ShowThread, pages: readonly number[]) {
  return useQueries({
    queries: pages.map((page) => {
      const offset = String((page - 1) * POSTS_PER_PAGE);
      const query = { limit: String(POSTS_PER_PAGE), offset };
      return queryWithTotalFor(listPosts, { params: { id: thread.id }, query });
    }),
  });
}

type PageQuery = ReturnType<typeof usePages>[number];
type NumberedPost = { post: Post; number: number };

function numberPosts(queries: readonly PageQuery[], pages: readonly number[]): NumberedPost[] {
  return queries.flatMap(({ data }, index) =>
    (data?.rows ?? []).map((post, row) => ({
      post,
      number: ((pages[index] ?? 1) - 1) * POSTS_PER_PAGE + row + 1,
    })),
  );
}

function FirstPosts({ query }: { query: PageQuery | undefined }) {
  return query ? <MissingPosts query={query} /> : <p className="text-dim">No posts yet.</p>;
}

function MissingPosts({ query, className }: { query: PageQuery; className?: string }) {
  return (
    <Loaded
      query={query}
      label="Loading the posts"
      errorMessage="The posts could not be loaded."
      {...(className && { className })}
    >
      {() => null}
    </Loaded>
  );
}

function NewPostsButton({ count, onShow }: { count: number; onShow: () => void }) {
  if (count <= 0) return null;
  return (
    <div className="sticky top-16 z-20 flex justify-center pb-3 md:top-3">
      <Button variant="lamp" className="shadow-raised" onClick={onShow}>
        <ArrowUp aria-hidden />
        {count === 1 ? '1 new post' : `${count} new posts`}
      </Button>
    </div>
  );
}

type LatestFirstProps = {
  list: React.RefObject<HTMLOListElement | null>;
  thread: ShowThread;
  posts: readonly NumberedPost[];
  pages: readonly number[];
  onShowSkipped: () => void;
  /** Posts that arrived while the page was open, oldest first. */
  newPosts: readonly Post[];
};

function LatestFirst({ list, thread, posts, pages, onShowSkipped, newPosts }: LatestFirstProps) {
  const latest = newPosts.at(-1);
  const latestFirst = posts.toReversed();
  return (
    <>
      <p role="status" className="sr-only">
        {latest && `New post by ${latest.author.username}`}
      </p>
      <ol ref={list} tabIndex={-1} aria-label="Posts" className="grid gap-3 outline-none">
        {latestFirst.map(({ post, number }, index) => (
          <Fragment key={post.id}>
            {isAfterGap(number, latestFirst[index - 1]?.number, pages) && (
              <li className="grid justify-center">
                <Button onClick={onShowSkipped}>Show the posts in between</Button>
              </li>
            )}
            <PostItem
              thread={thread}
              post={post}
              number={number}
              isNew={newPosts.includes(post)}
              onDeleted={() => focusIfLost(list.current)}
            />
          </Fragment>
        ))}
      </ol>
    </>
  );
}

/** Returns whether pages between a linked post's and the newest ones are not loaded. */
function isAfterGap(
  number: number,
  previousNumber: number | undefined,
  pages: readonly number[],
): boolean {
  const page = Math.ceil(number / POSTS_PER_PAGE);
  const previousPage = Math.ceil((previousNumber ?? number) / POSTS_PER_PAGE);
  return previousPage - page > 1 && !pages.includes(previousPage - 1);
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
