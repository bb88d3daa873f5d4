import { blockFan } from '#contract/blocks.ts';
import type { Member } from '#contract/leagues.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';

type BlockDialogProps = { fan: Member; open: boolean; onClose: () => void };

export function BlockDialog({ fan: { userId, username }, open, onClose }: BlockDialogProps) {
  const block = useMutation(
    mutationFor(blockFan, {
      successToast: `You blocked ${username}`,
      errorToast: 'Failed to block',
      onSuccess: onClose,
      onError: onClose,
    }),
  );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={`Block ${username}?`}
      text="You will no longer see each other's posts, nudges and invitations. Leaderboards and revealed predictions stay, because they are part of the game. They won't be notified, and you can unblock them here or in Settings."
      confirmLabel="Block fan"
      pending={block.isPending}
      pendingText="Blocking..."
      onConfirm={() => block.mutate({ body: { userId } })}
    />
  );
}
