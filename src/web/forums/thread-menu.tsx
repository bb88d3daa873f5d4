import { EllipsisVertical, Lock, LockOpen, Pin, PinOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { canDeleteThread, deleteThread, type Thread, updateThread } from '#contract/forums.ts';
import { paths } from '#contract/pages.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/dropdown-menu.tsx';

/** Pin, lock and delete for administrators; delete for the author while nobody has replied. */
export function ThreadMenu({ thread }: { thread: Thread }) {
  const user = useUser();
  const [, navigate] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const params = { id: thread.id };
  const update = useMutation(
    mutationFor(updateThread, {
      done: 'Thread updated successfully',
      failed: 'Failed to update thread',
    }),
  );
  const removal = useMutation(
    mutationFor(deleteThread, {
      done: 'Thread deleted successfully',
      failed: 'Failed to delete thread',
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
        <MenuItem danger onSelect={() => setAsking(true)}>
          <Trash2 aria-hidden />
          Delete thread
        </MenuItem>
      </DropdownMenu>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete this thread?"
        text="All its posts are deleted with it. This cannot be undone."
        confirmLabel="Delete thread"
        pending={removal.isPending}
        pendingText="Deleting..."
        onConfirm={() => removal.mutate({ params })}
      />
    </>
  );
}
