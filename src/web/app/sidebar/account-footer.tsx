import { LogOut } from 'lucide-react';
import { useLogOut } from '#web/accounts/use-log-out.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';

/** Who is signed in, and the way out. */
export function AccountFooter({ isExpanded }: { isExpanded: boolean }) {
  const { username, email } = useUser();
  const { isPending, logOut } = useLogOut();

  return (
    <div
      className={classes(
        'grid gap-x-2 gap-y-1 border-rail border-t pt-3.5',
        isExpanded
          ? 'mx-3.5 grid-cols-[minmax(0,1fr)_auto] items-center px-2.5 text-sm'
          : 'mx-px justify-center',
      )}
    >
      {isExpanded && <p className="wrap-anywhere font-semibold">{username}</p>}
      <Tooltip text={`Log out ${username}`} disabled={isExpanded}>
        <Button
          variant="ghost"
          size={isExpanded ? 'sm' : 'icon'}
          pending={isPending}
          onClick={logOut}
        >
          <LogOut aria-hidden />
          <span className={isExpanded ? undefined : 'sr-only'}>Logout</span>
        </Button>
      </Tooltip>
      {/* Whole, as it is what one signs in with: a long one goes over several lines. */}
      {isExpanded && <p className="wrap-anywhere col-span-full text-dim">{email}</p>}
    </div>
  );
}
