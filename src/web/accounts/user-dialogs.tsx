import { type AdminUser, setUserRole } from '#contract/accounts.ts';
import { countAuthorPosts, removeAuthorPosts } from '#contract/forum-posts.ts';
import { endMute } from '#contract/moderation.ts';
import { formatMuteEnd } from '#contract/moderation-notices.ts';
import { countUserSessions, endUserSessions } from '#contract/user-sessions.ts';
import { ConfirmDeletion } from '#web/http/confirm-deletion.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { callWithFreshSignIn } from '#web/session/call-with-fresh-sign-in.ts';
import { useUser } from '#web/session/use-user.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';

type UserDialogProps = { user: AdminUser; open: boolean; onClose: () => void };

export function RoleDialog({ user, open, onClose }: UserDialogProps) {
  const { id, username, isAdmin } = user;
  const isSelf = useUser().id === id;
  const change = useMutation(
    mutationFor(setUserRole, {
      send: callWithFreshSignIn<typeof setUserRole>,
      successToast: (updatedUser) =>
        updatedUser.isAdmin
          ? `${username} is now an administrator`
          : `${username} is no longer an administrator`,
      errorToast: 'Failed to change the role',
      onSuccess: onClose,
    }),
  );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={
        isAdmin ? `Remove ${username} as administrator?` : `Make ${username} an administrator?`
      }
      text={
        isAdmin
          ? `${isSelf ? 'You lose' : 'They lose'} access to the Admin Panel immediately.`
          : ROLE_EFFECT
      }
      confirmLabel={isAdmin ? 'Remove as administrator' : 'Make administrator'}
      pendingText="Changing..."
      pending={change.isPending}
      variant={isAdmin ? 'danger' : 'lamp'}
      onConfirm={() => change.mutate({ params: { id }, body: { isAdmin: !isAdmin } })}
    />
  );
}

export function SignOutDialog({ user: { id, username }, open, onClose }: UserDialogProps) {
  const params = { id };
  const end = useMutation(
    mutationFor(endUserSessions, {
      successToast: `${username} is signed out everywhere`,
      errorToast: 'Failed to sign the user out',
      onSuccess: onClose,
    }),
  );
  return (
    <ConfirmDeletion
      open={open}
      onOpenChange={onClose}
      title={`Sign ${username} out everywhere?`}
      text="All their devices must sign in again. Their password doesn't change, so anyone who knows it can still sign in."
      impactQuery={queryFor(countUserSessions, { params })}
      confirmLabel="Sign out everywhere"
      pendingText="Signing out..."
      pending={end.isPending}
      onConfirm={() => end.mutate({ params })}
    />
  );
}

type EndPostingDialogProps = Omit<UserDialogProps, 'user'> & {
  user: Pick<AdminUser, 'id' | 'username'>;
};

export function EndPostingDialog({ user: { id, username }, open, onClose }: EndPostingDialogProps) {
  const params = { id };
  const remove = useMutation(
    mutationFor(removeAuthorPosts, {
      send: callWithFreshSignIn<typeof removeAuthorPosts>,
      successToast: `All posts by ${username} are removed`,
      errorToast: 'Failed to remove the posts',
      onSuccess: onClose,
    }),
  );
  return (
    <ConfirmDeletion
      open={open}
      onOpenChange={onClose}
      title={`Remove all posts by ${username}?`}
      text="They can no longer post in the forums. Their account, predictions and points stay."
      impactQuery={queryFor(countAuthorPosts, { params })}
      confirmLabel="Remove all and ban from posting"
      pendingText="Removing..."
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ params })}
    />
  );
}

export function EndMuteDialog({
  user: { id, username, mutedUntil },
  open,
  onClose,
}: UserDialogProps) {
  const end = useMutation(
    mutationFor(endMute, {
      successToast: `${username} can post again`,
      errorToast: 'Failed to end the mute',
      onSuccess: onClose,
    }),
  );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={`End ${username}'s mute?`}
      text={`It would otherwise end on ${formatMuteEnd(new Date(mutedUntil ?? 0))} UTC. They'll be able to post, report and change their profile again, and they'll see a notice.`}
      confirmLabel="End mute"
      pendingText="Ending..."
      pending={end.isPending}
      variant="lamp"
      onConfirm={() => end.mutate({ params: { id } })}
    />
  );
}

const ROLE_EFFECT =
  'They can immediately change setlists, shows, songs and scores, and give this role to others.';
