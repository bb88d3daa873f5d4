import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { listPosts, type Post } from '#contract/forum-posts.ts';
import type { Thread } from '#contract/forums.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { countedQueryFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { ArrowDown } from '#web/ui/icons.ts';
import { arrivalText, arrivedSince, lastPageOf, POSTS_PER_PAGE } from './pages.ts';
import { PostItem } from './post-item.tsx';

type PostListProps = { thread: Thread; page: number };

/** Set the page as its `key`, because the state belongs to one page. */
export function PostList({ thread, page }: PostListProps) {
  const offset = (page - 1) * POSTS_PER_PAGE;
  const query = { limit: String(POSTS_PER_PAGE), offset: String(offset) };
  const posts = useQuery(countedQueryFor(listPosts, { params: { id: thread.id }, query }));
  const [opened] = useState({ at: thread.lastActivityAt, wasLast: page === lastPageOf(thread) });
  const isContinued = opened.wasLast && page < lastPageOf(thread);
  return (
    <Loaded query={posts} label="Loading the posts" failed="The posts could not be loaded.">
      {({ rows }) => (
        <Posts
          thread={thread}
          posts={rows}
          first={offset + 1}
          since={opened.at}
          isContinued={isContinued}
        />
      )}
    </Loaded>
  );
}

type PostsProps = {
  thread: Thread;
  posts: readonly Post[];
  first: number;
  since: string;
  isContinued: boolean;
};

function Posts({ thread, posts, first, since, isContinued }: PostsProps) {
  const list = useRef<HTMLOListElement>(null);
  const hasDeleted = useRef(false);
  const arrived = arrivedSince(posts, since, useUser().id);

  // The deleted post may have had the focus.
  useEffect(() => {
    if (!hasDeleted.current || document.activeElement !== document.body) return;
    hasDeleted.current = false;
    if (posts.length > 0) list.current?.focus({ preventScroll: true });
  }, [posts]);

  return (
    <div>
      <ol ref={list} tabIndex={-1} aria-label="Posts" className="grid gap-3 outline-none">
        {posts.map((post, index) => (
          <PostItem
            key={post.id}
            thread={thread}
            post={post}
            number={first + index}
            isNew={arrived.includes(post)}
            onDeleted={() => {
              hasDeleted.current = true;
            }}
          />
        ))}
      </ol>
      <ArrivalNote arrived={arrived} isContinued={isContinued} />
    </div>
  );
}

type ArrivalNoteProps = {
  arrived: readonly Post[];
  /** New replies started another page. */
  isContinued: boolean;
};

/** Lets the reader scroll to new replies, because the page doesn't scroll on its own. */
function ArrivalNote({ arrived, isContinued }: ArrivalNoteProps) {
  const endMarker = useRef<HTMLDivElement>(null);
  const [isEndVisible, setEndVisible] = useState(true);
  const [seenCount, setSeenCount] = useState(0);
  if (isEndVisible && seenCount !== arrived.length) setSeenCount(arrived.length);
  useEffect(() => {
    if (!endMarker.current) return;
    const observer = new IntersectionObserver(([entry]) => setEndVisible(!!entry?.isIntersecting));
    observer.observe(endMarker.current);
    return () => observer.disconnect();
  }, []);
  const unseen = isEndVisible ? 0 : arrived.length - seenCount;
  return (
    <>
      <p role="status" className={isContinued ? 'pt-4 font-medium' : 'sr-only'}>
        {isContinued ? 'New replies on the next page' : arrivalText(arrived)}
      </p>
      {unseen > 0 && (
        <div className="sticky bottom-4 z-20 flex justify-center pt-3">
          <Button
            variant="lamp"
            className="shadow-raised"
            onClick={() => endMarker.current?.scrollIntoView({ block: 'end' })}
          >
            <ArrowDown aria-hidden />
            {unseen === 1 ? '1 new reply' : `${unseen} new replies`}
          </Button>
        </div>
      )}
      <div ref={endMarker} aria-hidden className="h-px" />
    </>
  );
}
