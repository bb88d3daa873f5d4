import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { logOut } from '#web/accounts/log-out.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';

/** Who is signed in, and the way out. */
export function AccountFooter({ isExpanded }: { isExpanded: boolean }) {
  const { username, email } = useUser();
  const [isPending, setPending] = useState(false);

  async function leave() {
    setPending(true);
    await logOut();
    setPending(false);
  }

  return (
    <div
      className={classes(
        'flex items-center gap-2 border-rail border-t pt-3.5',
        isExpanded ? 'mx-3.5 px-2.5' : 'mx-px justify-center',
      )}
    >
      {isExpanded && (
        <div className="min-w-0 flex-1 text-sm">
          <p className="truncate font-semibold">{username}</p>
          <p className="truncate text-dim">{email}</p>
        </div>
      )}
      <Tooltip text={`Log out ${username}`} side="right" disabled={isExpanded}>
        <Button
          variant="ghost"
          size={isExpanded ? 'sm' : 'icon'}
          pending={isPending}
          onClick={leave}
        >
          <LogOut aria-hidden />
          <span className={isExpanded ? undefined : 'sr-only'}>Logout</span>
        </Button>
      </Tooltip>
    </div>
  );
}
