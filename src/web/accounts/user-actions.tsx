import type { AdminUser } from '#contract/accounts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { LogOut, MessageSquareX } from '#web/ui/icons.ts';
import { Tooltip } from '#web/ui/overlay/tooltip.tsx';

export type UserActionHandlers = {
  onChangeRole: (user: AdminUser) => void;
  onSignOut: (user: AdminUser) => void;
  onEndPosting: (user: AdminUser) => void;
};

type UserActionsProps = { user: AdminUser } & UserActionHandlers;

export function UserActions({ user, onChangeRole, onSignOut, onEndPosting }: UserActionsProps) {
  return (
    <span className="flex items-center gap-1">
      <span className="grow">
        <Badge tone={user.isAdmin ? 'special' : 'quiet'}>{user.isAdmin ? 'Admin' : 'User'}</Badge>
      </span>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Change the role of ${user.username}`}
        onClick={() => onChangeRole(user)}
      >
        Change
      </Button>
      <Tooltip text="Sign out everywhere">
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label={`Sign out ${user.username} everywhere`}
          onClick={() => onSignOut(user)}
        >
          <LogOut aria-hidden />
        </Button>
      </Tooltip>
      <Tooltip text={user.isPostingEnded ? 'Posting ended' : 'Remove all posts'}>
        <Button
          size="icon-sm"
          variant="ghost"
          disabled={user.isAdmin || user.isPostingEnded}
          aria-label={
            user.isPostingEnded
              ? `Posting by ${user.username} has ended`
              : `Remove all posts by ${user.username}`
          }
          onClick={() => onEndPosting(user)}
        >
          <MessageSquareX aria-hidden />
        </Button>
      </Tooltip>
    </span>
  );
}
