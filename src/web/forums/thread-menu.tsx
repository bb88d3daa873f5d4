import { useState } from 'react';
import { useLocation } from 'wouter';
import { getThreadDeletion } from '#contract/deletion-impact.ts';
import { canDeleteThread, deleteThread, type Thread, updateThread } from '#contract/forums.ts';
import { paths } from '#contract/pages.ts';
import { canModerate } from '#contract/roles.ts';
import { ConfirmDeletion } from '#web/http/confirm-deletion.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { callWithFreshSignIn } from '#web/session/call-with-fresh-sign-in.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { EllipsisVertical, Lock, LockOpen, Pin, PinOff, Trash2 } from '#web/ui/icons.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/overlay/dropdown-menu.tsx';

export function ThreadMenu({ thread }: { thread: Thread }) {
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
  const canDelete = canDeleteThread(thread, user);
  if (!canDelete && !canModerate(user)) return null;

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
        {canModerate(user) && (
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
            {canDelete && <MenuSeparator />}
          </>
        )}
        {canDelete && (
          <MenuItem danger onSelect={() => setConfirming(true)}>
            <Trash2 aria-hidden />
            Delete thread
          </MenuItem>
        )}
      </DropdownMenu>
      <ConfirmDeletion
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Delete this thread?"
        text="All its posts will be deleted too. This cannot be undone."
        impactQuery={queryFor(getThreadDeletion, { params })}
        confirmLabel="Delete thread"
        pending={remove.isPending}
        pendingText="Deleting..."
        onConfirm={() => remove.mutate({ params })}
      />
    </>
  );
}
