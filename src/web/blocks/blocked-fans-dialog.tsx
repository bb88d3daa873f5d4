import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'wouter';
import { listBlocks, unblockFan } from '#contract/blocks.ts';
import { paths } from '#contract/pages.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';
import { focusIfLost } from '#web/ui/list/focus-if-lost.ts';
import { LongName } from '#web/ui/list/long-name.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';

type BlockedFansDialogProps = { open: boolean; onClose: () => void };

export function BlockedFansDialog({ open, onClose }: BlockedFansDialogProps) {
  const blocks = useQuery(queryFor(listBlocks));
  const unblock = useMutation(mutationFor(unblockFan, { errorToast: 'Failed to unblock' }));
  const list = useRef<HTMLUListElement>(null);

  async function unblockOne(userId: string) {
    await unblock.mutate({ params: { userId } });
    focusIfLost(list.current);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      size="sm"
      title="Blocked fans"
      description="Only you can see this list. To block a fan, open their page."
    >
      <Loaded
        query={blocks}
        label="Loading the blocked fans"
        errorMessage="The blocked fans could not be loaded."
      >
        {(fans) => (
          <ul ref={list} tabIndex={-1} aria-label="Blocked fans" className="outline-none">
            {fans.length === 0 && <li className="text-dim">You haven't blocked anyone.</li>}
            {fans.map(({ userId, username }) => (
              <li
                key={userId}
                className="flex min-h-13 items-center gap-3 border-rail/60 border-b last:border-b-0"
              >
                <Link
                  href={paths.fan({ username })}
                  className="min-w-0 flex-1 underline-offset-4 hover:underline"
                >
                  <LongName name={username} className="font-semibold" />
                </Link>
                <Button
                  size="sm"
                  disabled={unblock.isPending}
                  aria-label={`Unblock ${username}`}
                  onClick={() => unblockOne(userId)}
                >
                  Unblock
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  );
}
