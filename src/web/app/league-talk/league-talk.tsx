import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type LeaguePost, listLeaguePosts } from '#contract/league-talk.ts';
import type { League } from '#contract/leagues.ts';
import { useBoardPage, useResetPastEnd } from '#web/board/use-board-page.ts';
import { findNewReplies } from '#web/forums/pages.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryWithTotalFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { focusIfLost } from '#web/ui/list/focus-if-lost.ts';
import { Pager } from '#web/ui/list/pager.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { TalkForm } from './talk-form.tsx';
import { TalkPost } from './talk-post.tsx';

const POSTS_PER_PAGE = 20;

type LeagueTalkProps = { league: Pick<League, 'id'>; isOwner: boolean };

export function LeagueTalk({ league, isOwner }: LeagueTalkProps) {
  const page = useBoardPage(POSTS_PER_PAGE);
  const { offset, setOffset } = page;
  const posts = useQuery({
    ...queryWithTotalFor(listLeaguePosts, { params: { id: league.id }, query: page.query }),
    placeholderData: keepPreviousData,
  });
  useResetPastEnd(page, posts.data?.total);
  return (
    <Panel title="Talk">
      <div className="px-4.5 pb-4.5">
        <TalkForm leagueId={league.id} onDone={() => setOffset(0)} />
      </div>
      <Loaded
        query={posts}
        className="px-4.5 pb-4.5"
        label="Loading the posts"
        errorMessage="The posts could not be loaded."
      >
        {({ rows, total }) => (
          <>
            <Posts posts={rows} league={league} isOwner={isOwner} />
            {total > POSTS_PER_PAGE && (
              <div className="px-4.5 py-3">
                <Pager
                  offset={offset}
                  pageSize={POSTS_PER_PAGE}
                  rowCount={total}
                  onOffset={setOffset}
                />
              </div>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Posts({ posts, league, isOwner }: LeagueTalkProps & { posts: readonly LeaguePost[] }) {
  const list = useRef<HTMLOListElement>(null);
  const { id: userId } = useUser();
  const [openedAt] = useState(posts[0]?.createdAt ?? new Date(0).toISOString());
  const newPosts = findNewReplies(posts, openedAt, userId);
  const [latest] = newPosts;
  return (
    <>
      {posts.length === 0 && <p className="px-4.5 pb-4.5 text-dim">No posts yet.</p>}
      <p role="status" className="sr-only">
        {latest && `New post by ${latest.author.username}`}
      </p>
      <ol ref={list} tabIndex={-1} aria-label="Talk" className="outline-none">
        {posts.map((post) => (
          <TalkPost
            key={post.id}
            leagueId={league.id}
            post={post}
            isOwner={isOwner}
            isNew={newPosts.includes(post)}
            onDeleted={() => focusIfLost(list.current)}
          />
        ))}
      </ol>
    </>
  );
}
