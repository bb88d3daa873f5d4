import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { useLogOut } from '#web/accounts/use-log-out.ts';
import { useBand } from '#web/band/use-band.ts';
import { useUser } from '#web/session/use-user.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { LogOut } from '#web/ui/icons.ts';
import { LongName } from '#web/ui/list/long-name.tsx';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';
import { Tooltip } from '#web/ui/overlay/tooltip.tsx';
import { LiveRankings } from './live-rankings.tsx';
import { SidebarNav } from './sidebar-nav.tsx';
import { useCurrentPageInView } from './use-current-page-in-view.ts';
import type { SidebarState } from './use-sidebar.ts';

const SideSheet = lazyComponent(
  async () => ({ default: (await import('#web/ui/overlay/dialog.tsx')).SideSheet }),
  { isShared: true },
);

export function Sidebar({ isNarrow, isExpanded, isSheetOpen, setSheetOpen }: SidebarState) {
  if (isNarrow)
    return (
      <SideSheet
        loadWhen={isSheetOpen ? 'required' : 'idle'}
        title="Navigation"
        titleHidden
        open={isSheetOpen}
        onOpenChange={setSheetOpen}
      >
        <div className="-mx-5 flex min-h-full flex-col gap-4 sm:-mx-6">
          <Contents isExpanded onNavigate={() => setSheetOpen(false)} />
        </div>
      </SideSheet>
    );
  return (
    <aside
      aria-label="Sidebar"
      className={classes(
        'sticky top-0 flex h-dvh shrink-0 max-md:hidden flex-col gap-3 border-rail border-r bg-stage/70 pt-4 pb-3.5',
        isExpanded ? 'w-64' : 'w-12',
      )}
    >
      <Contents isExpanded={isExpanded} />
    </aside>
  );
}

function Contents(props: { isExpanded: boolean; onNavigate?: () => void }) {
  const { isExpanded, onNavigate } = props;
  const content = useCurrentPageInView();
  const rankings = <LiveRankings isExpanded={isExpanded} onNavigate={onNavigate} />;
  return (
    <>
      <Brand isExpanded={isExpanded} onNavigate={onNavigate} />
      <div
        className={classes(
          // A longer fade would make a whole label look disabled.
          'mask-b-from-[calc(100%-1rem)] flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto pt-1',
          isExpanded ? 'px-3.5' : 'px-px',
        )}
      >
        {!onNavigate && rankings}
        <div
          ref={content}
          className="grid grid-cols-1 gap-4 pb-4 tall:min-h-0 tall:content-start tall:overflow-y-auto"
        >
          <SidebarNav isExpanded={isExpanded} onNavigate={onNavigate} />
          {onNavigate && rankings}
        </div>
      </div>
      <AccountFooter isExpanded={isExpanded} onNavigate={onNavigate} />
    </>
  );
}

function Brand(props: { isExpanded: boolean; onNavigate: (() => void) | undefined }) {
  const name = useBand()?.productName;
  if (!name) return <span className="h-11" />;
  return (
    <Link
      href={paths.dashboard()}
      onClick={props.onNavigate}
      aria-label={props.isExpanded ? undefined : name}
      className={classes(
        'flex min-h-11 items-center rounded-md',
        props.isExpanded ? 'px-6' : 'justify-center',
      )}
    >
      {props.isExpanded ? (
        <BrandMark name={name} />
      ) : (
        <span aria-hidden className="poster font-black text-2xl text-lamp">
          {getBrandInitials(name)}
        </span>
      )}
    </Link>
  );
}

function getBrandInitials(name: string): string {
  return name
    .split(' ')
    .map((word) => word.slice(0, 1))
    .join('')
    .slice(0, 2)
    .toUpperCase();
}

function AccountFooter(props: { isExpanded: boolean; onNavigate: (() => void) | undefined }) {
  const { isExpanded, onNavigate } = props;
  const { username, email } = useUser();
  const { isPending, logOut } = useLogOut();

  return (
    <div
      className={classes(
        'grid border-rail border-t pt-3.5',
        isExpanded ? 'mx-3.5 px-2.5 text-sm' : 'mx-px justify-center',
      )}
    >
      {isExpanded && (
        <>
          <p className="min-w-0 font-semibold">
            <Link
              href={paths.fan({ username })}
              onClick={onNavigate}
              className="flex min-h-9 items-center rounded-md underline-offset-4 hover:underline pointer-coarse:min-h-11"
            >
              <LongName name={username} />
            </Link>
          </p>
          {/* The email is never truncated, because users sign in with it. */}
          <p className="wrap-anywhere text-dim">{email}</p>
        </>
      )}
      <Tooltip text={`Log out ${username}`} disabled={isExpanded}>
        <Button
          variant="ghost"
          size={isExpanded ? 'sm' : 'icon'}
          pending={isPending}
          onClick={logOut}
          className={isExpanded ? '-mx-2.5 justify-start px-2.5' : undefined}
        >
          <LogOut aria-hidden />
          <span className={isExpanded ? undefined : 'sr-only'}>Logout</span>
        </Button>
      </Tooltip>
    </div>
  );
}
