import { type AdminUser, setUserRole } from '#contract/accounts.ts';
import { countAuthorPosts, removeAuthorPosts } from '#contract/forums.ts';
import { countUserSessions, endUserSessions } from '#contract/user-sessions.ts';
import { ConfirmDeletion } from '#web/http/confirm-deletion.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { callWithFreshSignIn } from '#web/session/call-with-fresh-sign-in.ts';
import { useUser } from '#web/session/use-user.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';

type UserDialogProps = { user: AdminUser; open: boolean; onClose: () => void };

/** Asks before an account becomes an administrator's, or no longer is one. */
export function RoleDialog({ user, open, onClose }: UserDialogProps) {
  const { id, username, isAdmin } = user;
  const isOneself = useUser().id === id;
  const change = useMutation(
    mutationFor(setUserRole, {
      send: callWithFreshSignIn<typeof setUserRole>,
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

/** Asks before all sessions of an account end: their devices were lost, or somebody else is in. */
export function SignOutDialog({ user: { id, username }, open, onClose }: UserDialogProps) {
  const params = { id };
  const end = useMutation(
    mutationFor(endUserSessions, {
      done: `${username} is signed out everywhere`,
      failed: 'Failed to sign the user out',
      onSuccess: onClose,
    }),
  );
  return (
    <ConfirmDeletion
      open={open}
      onOpenChange={onClose}
      title={`Sign ${username} out everywhere?`}
      text="Every device of theirs must sign in again. Their password stays: whoever knows it gets in."
      loss={queryFor(countUserSessions, { params })}
      confirmLabel="Sign out everywhere"
      pendingText="Signing out..."
      pending={end.isPending}
      onConfirm={() => end.mutate({ params })}
    />
  );
}

/** Asks before everything that an account wrote in the forums goes, and its posting ends. */
export function EndPostingDialog({ user: { id, username }, open, onClose }: UserDialogProps) {
  const params = { id };
  const remove = useMutation(
    mutationFor(removeAuthorPosts, {
      send: callWithFreshSignIn<typeof removeAuthorPosts>,
      done: `Everything that ${username} wrote is removed`,
      failed: 'Failed to remove the posts',
      onSuccess: onClose,
    }),
  );
  return (
    <ConfirmDeletion
      open={open}
      onOpenChange={onClose}
      title={`Remove all posts of ${username}?`}
      text="They can't post in the forums any more. The account, its predictions and its points stay."
      loss={queryFor(countAuthorPosts, { params })}
      confirmLabel="Remove all and end posting"
      pendingText="Removing..."
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ params })}
    />
  );
}

const GIVEN =
  'They can change setlists, shows, songs and scores, and give this role to others, at once.';
