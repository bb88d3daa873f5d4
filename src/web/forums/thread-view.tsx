import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { canWriteIn, getThread, THREAD_LOCKED, type Thread } from '#contract/forums.ts';
import { HIDDEN_TEXT } from '#contract/hidden-content.ts';
import { paths } from '#contract/pages.ts';
import { canModerate } from '#contract/roles.ts';
import { queryFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { Lock } from '#web/ui/icons.ts';
import { usePageName } from '#web/ui/page-name.ts';
import { PageLinks } from './page-links.tsx';
import { countPages, parsePage } from './pages.ts';
import { PostForm } from './post-form.tsx';
import { PostList } from './post-list.tsx';
import { ThreadMenu } from './thread-menu.tsx';
import { TimeAgo } from './time-ago.tsx';

export function ThreadView({ thread }: { thread: Thread }) {
  usePageName(thread.title);
  const [search, setSearch] = useSearchParams();
  const pageCount = countPages(thread);
  // Fixed when the page opens, so that a reply on a new page doesn't move the reader.
  const [initialPage] = useState(pageCount);
  const page = parsePage(search.get('page'), pageCount, initialPage);
  const queryClient = useQueryClient();
  const canReply = canWriteIn(thread, useUser());

  function showNewest() {
    const { queryKey } = queryFor(getThread, { params: { id: thread.id } });
    const newestPage = countPages(queryClient.getQueryData(queryKey) ?? thread);
    if (newestPage === page) return;
    setSearch({ id: thread.id, page: String(newestPage) }, { replace: true });
  }

  return (
    <div className="grid gap-6">
      <ThreadHeader thread={thread} canReply={canReply} />
      <PostList key={page} thread={thread} page={page} />
      <PageLinks
        page={page}
        pageCount={pageCount}
        pageHref={(number) => paths.thread({ id: thread.id, page: number })}
      />
      {thread.isLocked && <ThreadLocked />}
      {canReply && <PostForm fieldId={REPLY_ID} thread={thread} onDone={showNewest} />}
    </div>
  );
}

export function ThreadLocked() {
  return (
    <p className="flex items-center gap-2 font-medium text-dim">
      <Lock aria-hidden className="size-4.5 shrink-0" />
      {THREAD_LOCKED}
    </p>
  );
}

function ThreadHeader({ thread, canReply }: { thread: Thread; canReply: boolean }) {
  const { title, category, author, createdAt, replyCount, isPinned, isLocked } = thread;
  const user = useUser();
  const hiddenReason = author?.id === user.id || canModerate(user) ? thread.hidden : null;
  return (
    <header className="flex items-start gap-4">
      <div className="grid min-w-0 flex-1 gap-2">
        <h1
          className={classes(
            'poster wrap-anywhere',
            title.length > LONG_TITLE ? 'text-poster-md' : 'text-poster-lg',
          )}
        >
          <bdi>{title}</bdi>
        </h1>
        <div className="wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-1 text-dim">
          {(isPinned === 1 || isLocked || hiddenReason) && (
            <p className="flex flex-wrap gap-2">
              {hiddenReason && <Badge>{HIDDEN_TEXT[hiddenReason]}</Badge>}
              {isPinned === 1 && <Badge>Pinned</Badge>}
              {isLocked && <Badge>Locked</Badge>}
            </p>
          )}
          <p>
            {category} · {replyCount}&nbsp;{replyCount === 1 ? 'reply' : 'replies'}
          </p>
          {author && (
            <p>
              Started by{' '}
              <Link
                href={paths.fan({ username: author.username })}
                className="rounded-md underline-offset-4 hover:underline"
              >
                <bdi>{author.username}</bdi>
              </Link>{' '}
              <TimeAgo instant={createdAt} />
            </p>
          )}
        </div>
        {canReply && (
          <Button
            className="mt-2 justify-self-start"
            onClick={() => document.getElementById(REPLY_ID)?.focus()}
          >
            Reply
          </Button>
        )}
      </div>
      <ThreadMenu thread={thread} />
    </header>
  );
}

const REPLY_ID = 'reply';

/** In characters. A longer title uses a smaller font, because it would fill a phone's screen. */
const LONG_TITLE = 60;
