import { useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { canWriteIn, getThread, THREAD_LOCKED, type Thread } from '#contract/forums.ts';
import { paths } from '#contract/pages.ts';
import { queryFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { usePageName } from '#web/ui/page-name.ts';
import { PageLinks } from './page-links.tsx';
import { askedPage, lastPageOf } from './pages.ts';
import { PostForm } from './post-form.tsx';
import { PostList } from './post-list.tsx';
import { ThreadHeader } from './thread-header.tsx';

/** A thread with one page of its posts, and the box for a reply. */
export function ThreadView({ thread }: { thread: Thread }) {
  usePageName(thread.title);
  const [search, setSearch] = useSearchParams();
  const pages = lastPageOf(thread);
  // Fixed when it is opened: a reply that begins a new page takes nobody there.
  const [opened] = useState(pages);
  const page = askedPage(search.get('page'), pages, opened);
  const queryClient = useQueryClient();
  const canReply = canWriteIn(thread, useUser());

  /** Where one's own reply now stands, without a new place in the history. */
  function showNewest() {
    const { queryKey } = queryFor(getThread, { params: { id: thread.id } });
    const newest = lastPageOf(queryClient.getQueryData(queryKey) ?? thread);
    if (newest === page) return;
    setSearch({ id: thread.id, page: String(newest) }, { replace: true });
  }

  return (
    <div className="grid gap-6">
      <ThreadHeader thread={thread} />
      <PostList key={page} thread={thread} page={page} />
      <PageLinks
        page={page}
        pages={pages}
        hrefOf={(to) => paths.thread({ id: thread.id, page: to })}
      />
      {thread.isLocked && (
        <p className="flex items-center gap-2 font-medium text-dim">
          <Lock aria-hidden className="size-4.5 shrink-0" />
          {THREAD_LOCKED}
        </p>
      )}
      {canReply && <PostForm thread={thread} onDone={showNewest} />}
    </div>
  );
}
