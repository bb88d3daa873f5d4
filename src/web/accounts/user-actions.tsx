import type { AdminUser } from '#contract/accounts.ts';
import { canModerate } from '#contract/roles.ts';
import { serverNow } from '#web/time/server-clock.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import {
  Ellipsis,
  LogOut,
  MessageSquareX,
  MessagesSquare,
  ShieldCheck,
  Undo2,
} from '#web/ui/icons.ts';
import { DropdownMenu, MenuItem } from '#web/ui/overlay/dropdown-menu.tsx';

export type UserActionHandlers = {
  onChangeRole: (user: AdminUser) => void;
  onToggleModerator: (user: AdminUser) => void;
  onSignOut: (user: AdminUser) => void;
  onEndPosting: (user: AdminUser) => void;
  onEndMute: (user: AdminUser) => void;
};

type UserActionsProps = { user: AdminUser } & UserActionHandlers;

export function UserActions({
  user,
  onChangeRole,
  onToggleModerator,
  onSignOut,
  onEndPosting,
  onEndMute,
}: UserActionsProps) {
  return (
    <span className="flex w-full items-center gap-1">
      <span className="min-w-17 grow">
        <Badge tone={canModerate(user) ? 'special' : 'quiet'}>
          {user.isAdmin ? 'Admin' : user.isModerator ? 'Moderator' : 'User'}
        </Badge>
      </span>
      <DropdownMenu
        trigger={
          <Button size="sm" variant="ghost" aria-label={`Change role of ${user.username}`}>
            Change role
          </Button>
        }
      >
        {!user.isAdmin && (
          <MenuItem onSelect={() => onToggleModerator(user)}>
            <MessagesSquare aria-hidden />
            {user.isModerator ? 'Remove as moderator' : 'Make moderator'}
          </MenuItem>
        )}
        <MenuItem onSelect={() => onChangeRole(user)}>
          <ShieldCheck aria-hidden />
          {user.isAdmin ? 'Remove as administrator' : 'Make administrator'}
        </MenuItem>
      </DropdownMenu>
      <DropdownMenu
        trigger={
          <Button size="icon-sm" variant="ghost" aria-label={`More actions for ${user.username}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={() => onSignOut(user)}>
          <LogOut aria-hidden />
          Sign out everywhere
        </MenuItem>
        {isMuted(user) && (
          <MenuItem onSelect={() => onEndMute(user)}>
            <Undo2 aria-hidden />
            End mute
          </MenuItem>
        )}
        <MenuItem
          danger
          disabled={canModerate(user) || user.isPostingEnded}
          onSelect={() => onEndPosting(user)}
        >
          <MessageSquareX aria-hidden />
          {user.isPostingEnded ? 'Banned from posting' : 'Remove all posts'}
        </MenuItem>
      </DropdownMenu>
    </span>
  );
}

function isMuted({ mutedUntil }: AdminUser): boolean {
  return mutedUntil !== null && Date.parse(mutedUntil) > serverNow();
}
