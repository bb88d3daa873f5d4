import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { getThreadDeletion } from '#contract/deletion-impact.ts';
import {
  canDeleteThread,
  canWriteIn,
  deleteThread,
  getThread,
  THREAD_LOCKED,
  type Thread,
  updateThread,
} from '#contract/forums.ts';
import { HIDDEN_TEXT } from '#contract/hidden-content.ts';
import { paths } from '#contract/pages.ts';
import { ConfirmDeletion } from '#web/http/confirm-deletion.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { callWithFreshSignIn } from '#web/session/call-with-fresh-sign-in.ts';
import { useUser } from '#web/session/use-user.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { EllipsisVertical, Lock, LockOpen, Pin, PinOff, Trash2 } from '#web/ui/icons.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/overlay/dropdown-menu.tsx';
import { usePageName } from '#web/ui/page-name.ts';
import { PageLinks } from './page-links.tsx';
import { countPages, parsePage } from './pages.ts';
import { PostForm } from './post-form.tsx';
import { PostList } from './post-list.tsx';
import { TimeAgo } from './time-ago.tsx';

export function ThreadView({ thread }: { thread: Thread }) {
  usePageName(thread.title);
  const [search, setSearch] = useSearchParams();
  const pageCount = countPages(thread);
  // The page is fixed on open, so a reply that starts a new page doesn't move the reader.
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
      {thread.isLocked && (
        <p className="flex items-center gap-2 font-medium text-dim">
          <Lock aria-hidden className="size-4.5 shrink-0" />
          {THREAD_LOCKED}
        </p>
      )}
      {canReply && <PostForm fieldId={REPLY_ID} thread={thread} onDone={showNewest} />}
    </div>
  );
}

function ThreadHeader({ thread, canReply }: { thread: Thread; canReply: boolean }) {
  const { title, category, author, createdAt, replyCount, isPinned, isLocked } = thread;
  const user = useUser();
  const hiddenFromOthers = author.id === user.id || user.isAdmin ? thread.hidden : null;
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
        <div className="wrap-anywhere text-dim">
          <p>
            {category} · {replyCount}&nbsp;{replyCount === 1 ? 'reply' : 'replies'}
          </p>
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
        </div>
        {(isPinned === 1 || isLocked || hiddenFromOthers) && (
          <p className="flex flex-wrap gap-2">
            {hiddenFromOthers && <Badge>{HIDDEN_TEXT[hiddenFromOthers]}</Badge>}
            {isPinned === 1 && <Badge>Pinned</Badge>}
            {isLocked && <Badge>Locked</Badge>}
          </p>
        )}
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

function ThreadMenu({ thread }: { thread: Thread }) {
  const user = useUser();
  const [, navigate] = useLocation();
  const [isConfirming, setConfirming] = useState(false);
  const params = { id: thread.id };
  const update = useMutation(
    mutationFor(updateThread, {
      successToast: 'Thread updated successfully',
      errorToast: 'Failed to update thread',
    }),
  );
  const remove = useMutation(
    mutationFor(deleteThread, {
      send: callWithFreshSignIn<typeof deleteThread>,
      successToast: 'Thread deleted successfully',
      errorToast: 'Failed to delete thread',
      onSuccess: () => navigate(paths.forums()),
    }),
  );
  if (!canDeleteThread(thread, user)) return null;

  const isPinned = thread.isPinned === 1;
  return (
    <>
      <DropdownMenu
        trigger={
          <Button
            size="icon"
            variant="ghost"
            aria-label="Thread actions"
            pending={update.isPending}
          >
            <EllipsisVertical aria-hidden />
          </Button>
        }
      >
        {user.isAdmin && (
          <>
            <MenuItem
              onSelect={() => update.mutate({ params, body: { isPinned: isPinned ? 0 : 1 } })}
            >
              {isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
              {isPinned ? 'Unpin' : 'Pin'}
            </MenuItem>
            <MenuItem
              onSelect={() => update.mutate({ params, body: { isLocked: !thread.isLocked } })}
            >
              {thread.isLocked ? <LockOpen aria-hidden /> : <Lock aria-hidden />}
              {thread.isLocked ? 'Unlock' : 'Lock'}
            </MenuItem>
            <MenuSeparator />
          </>
        )}
        <MenuItem danger onSelect={() => setConfirming(true)}>
          <Trash2 aria-hidden />
          Delete thread
        </MenuItem>
      </DropdownMenu>
      <ConfirmDeletion
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Delete this thread?"
        text="All its posts are deleted with it. This cannot be undone."
        impactQuery={queryFor(getThreadDeletion, { params })}
        confirmLabel="Delete thread"
        pending={remove.isPending}
        pendingText="Deleting..."
        onConfirm={() => remove.mutate({ params })}
      />
    </>
  );
}
