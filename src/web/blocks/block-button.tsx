import { useQuery } from '@tanstack/react-query';
import { listBlocks, unblockFan } from '#contract/blocks.ts';
import type { Member } from '#contract/leagues.ts';
import { canModerate } from '#contract/roles.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { EyeOff } from '#web/ui/icons.ts';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';
import { useDialogItem } from '#web/ui/overlay/use-dialog-item.ts';

/** Not shown to moderators, who see everything. */
export function BlockButton({ fan }: { fan: Member }) {
  const dialog = useDialogItem();
  const isModerator = canModerate(useUser());
  const blocks = useQuery({ ...queryFor(listBlocks), enabled: !isModerator });
  const unblock = useMutation(mutationFor(unblockFan, { errorToast: 'Failed to unblock' }));
  if (isModerator || !blocks.data) return null;
  const { userId, username } = fan;
  const isBlocked = blocks.data.some((blocked) => blocked.userId === userId);
  const label = isBlocked ? 'Unblock' : 'Block';
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label={`${label} ${username}`}
        pending={unblock.isPending}
        onClick={() => (isBlocked ? unblock.mutate({ params: { userId } }) : dialog.show())}
      >
        <EyeOff aria-hidden />
        {label}
      </Button>
      {dialog.key > 0 && (
        <BlockDialog key={dialog.key} fan={fan} open={dialog.open} onClose={dialog.close} />
      )}
    </>
  );
}

const BlockDialog = lazyComponent(async () => ({
  default: (await import('./block-dialog.tsx')).BlockDialog,
}));
