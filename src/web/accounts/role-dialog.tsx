import { type AdminUser, setUserRole } from '#contract/accounts.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type RoleDialogProps = { user: AdminUser; open: boolean; onClose: () => void };

/** Asks before an account becomes an administrator's, or no longer is one. */
export function RoleDialog({ user, open, onClose }: RoleDialogProps) {
  const { id, username, isAdmin } = user;
  const isOneself = useUser().id === id;
  const change = useMutation(
    mutationFor(setUserRole, {
      done: (changed) =>
        changed.isAdmin
          ? `${username} is an administrator now`
          : `${username} is no longer an administrator`,
      failed: 'Failed to change the role',
      onSuccess: onClose,
    }),
  );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={isAdmin ? `Take the role from ${username}?` : `Make ${username} an administrator?`}
      text={isAdmin ? `${isOneself ? 'You lose' : 'They lose'} the Admin Panel at once.` : GIVEN}
      confirmLabel={isAdmin ? 'Remove as administrator' : 'Make administrator'}
      pendingText="Changing…"
      pending={change.isPending}
      variant={isAdmin ? 'danger' : 'lamp'}
      onConfirm={() => change.mutate({ params: { id }, body: { isAdmin: !isAdmin } })}
    />
  );
}

const GIVEN =
  'They can change setlists, shows, songs and scores, and give this role to others, at once.';
