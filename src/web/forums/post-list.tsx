import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { listPosts, POSTS_PER_PAGE, type Post } from '#contract/forum-posts.ts';
import type { Thread } from '#contract/forums.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryWithTotalFor } from '#web/http/query-for.ts';
import '#web/realtime/new-posts.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { ArrowDown } from '#web/ui/icons.ts';
import { countPages, findNewReplies, formatNewReplies } from './pages.ts';
import { PostItem } from './post-item.tsx';

type PostListProps = { thread: Thread; page: number };

/** Pass the page as the `key`, because the state belongs to one page. */
export function PostList({ thread, page }: PostListProps) {
  const offset = (page - 1) * POSTS_PER_PAGE;
  const query = { limit: String(POSTS_PER_PAGE), offset: String(offset) };
  const posts = useQuery(queryWithTotalFor(listPosts, { params: { id: thread.id }, query }));
  const [initial] = useState({
    lastActivityAt: thread.lastActivityAt,
    wasLast: page === countPages(thread),
  });
  const isContinued = initial.wasLast && page < countPages(thread);
  return (
    <Loaded query={posts} label="Loading the posts" errorMessage="The posts could not be loaded.">
      {({ rows }) => (
        <Posts
          thread={thread}
          posts={rows}
          firstNumber={offset + 1}
          openedActivityAt={initial.lastActivityAt}
          isContinued={isContinued}
        />
      )}
    </Loaded>
  );
}

type PostsProps = {
  thread: Thread;
  posts: readonly Post[];
  firstNumber: number;
  openedActivityAt: string;
  isContinued: boolean;
};

function Posts({ thread, posts, firstNumber, openedActivityAt, isContinued }: PostsProps) {
  const list = useRef<HTMLOListElement>(null);
  const hasDeleted = useRef(false);
  const newReplies = findNewReplies(posts, openedActivityAt, useUser().id);

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
            number={firstNumber + index}
            isNew={newReplies.includes(post)}
            onDeleted={() => {
              hasDeleted.current = true;
            }}
          />
        ))}
      </ol>
      <NewRepliesNote newReplies={newReplies} isContinued={isContinued} />
    </div>
  );
}

type NewRepliesNoteProps = {
  newReplies: readonly Post[];
  isContinued: boolean;
};

/** Lets the reader scroll to new replies, because the page doesn't scroll on its own. */
function NewRepliesNote({ newReplies, isContinued }: NewRepliesNoteProps) {
  const endMarker = useRef<HTMLDivElement>(null);
  const [isEndVisible, setEndVisible] = useState(true);
  const [seenCount, setSeenCount] = useState(0);
  if (isEndVisible && seenCount !== newReplies.length) setSeenCount(newReplies.length);
  useEffect(() => {
    if (!endMarker.current) return;
    const observer = new IntersectionObserver(([entry]) => setEndVisible(!!entry?.isIntersecting));
    observer.observe(endMarker.current);
    return () => observer.disconnect();
  }, []);
  const unseenCount = isEndVisible ? 0 : newReplies.length - seenCount;
  return (
    <>
      <p role="status" className={isContinued ? 'pt-4 font-medium' : 'sr-only'}>
        {isContinued ? 'New replies on the next page' : formatNewReplies(newReplies)}
      </p>
      {unseenCount > 0 && (
        <div className="sticky bottom-[calc(var(--page-foot)+1rem)] z-20 flex justify-center pt-3">
          <Button
            variant="lamp"
            className="shadow-raised"
            onClick={() => endMarker.current?.scrollIntoView({ block: 'end' })}
          >
            <ArrowDown aria-hidden />
            {unseenCount === 1 ? '1 new reply' : `${unseenCount} new replies`}
          </Button>
        </div>
      )}
      <div ref={endMarker} aria-hidden className="h-px" />
    </>
  );
}
