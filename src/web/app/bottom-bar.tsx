import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { isPageAt } from '#contract/page-paths.ts';
import { PAGES, type PageName } from '#contract/pages.ts';
import { useLiveShow } from '#web/show-display/displayed-show.ts';
import { classes } from '#web/ui/class-names.ts';
import type { Icon } from '#web/ui/icon.ts';
import { Ellipsis, ListMusic, Trophy } from '#web/ui/icons.ts';
import { LiveDot } from '#web/ui/live-dot.tsx';
import House from '~icons/house';
import Radio from '~icons/radio';
import { useKeyboardOpen } from './use-keyboard-open.ts';

type BottomBarProps = { isSidebarOpen: boolean; onMore: () => void };

export function BottomBar({ isSidebarOpen, onMore }: BottomBarProps) {
  const isLive = useLiveShow() !== undefined;
  const isKeyboardOpen = useKeyboardOpen();
  return (
    <nav
      aria-label="Bottom bar"
      data-bottom-bar
      hidden={isKeyboardOpen}
      className="sticky bottom-0 z-20 border-rail border-t bg-stage pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)]"
    >
      <ul className="flex h-full">
        <PageEntry page="dashboard" label="Home" Icon={House} />
        <PageEntry page="game" label="Predict" Icon={ListMusic} />
        {isLive && <PageEntry page="liveSetlist" label="Live" Icon={Radio} isLive />}
        <PageEntry
          page="globalLeaderboard"
          label="Leaderboard"
          Icon={Trophy}
          includes={['showLeaderboard']}
        />
        <Entry>
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={isSidebarOpen}
            data-toggles-sidebar
            onClick={onMore}
            className={TARGET}
          >
            <EntryContent label="More" Icon={Ellipsis} />
          </button>
        </Entry>
      </ul>
    </nav>
  );
}

type PageEntryProps = {
  page: PageName;
  label: string;
  Icon: Icon;
  isLive?: boolean;
  includes?: readonly PageName[];
};

function PageEntry({ page, label, Icon, isLive = false, includes = [] }: PageEntryProps) {
  const [pathname] = useLocation();
  const isCurrent = isPageAt(PAGES[page], pathname);
  const isMarked = isCurrent || includes.some((name) => isPageAt(PAGES[name], pathname));
  return (
    <Entry>
      <Link
        href={PAGES[page].path}
        aria-current={isCurrent ? 'page' : isMarked ? 'true' : undefined}
        className={classes(TARGET, isMarked && 'text-lamp')}
      >
        <EntryContent label={label} Icon={Icon} isMarked={isMarked} isLive={isLive} />
      </Link>
    </Entry>
  );
}

function Entry({ children }: { children: ReactNode }) {
  return <li className="flex min-w-11 flex-auto">{children}</li>;
}

const TARGET =
  'flex min-w-0 flex-auto select-none flex-col items-center justify-center gap-0.5 font-semibold text-dim text-xs leading-tight active:text-text focus-visible:-outline-offset-2';

type EntryContentProps = { label: string; Icon: Icon; isMarked?: boolean; isLive?: boolean };

function EntryContent({ label, Icon, isMarked = false, isLive = false }: EntryContentProps) {
  return (
    <>
      <span className={classes('relative rounded-full px-4 py-0.5', isMarked && 'bg-glow')}>
        <Icon aria-hidden className="size-5.5" />
        {isLive && (
          <span className="absolute top-0 right-2.5 flex">
            <LiveDot />
          </span>
        )}
      </span>
      <span className="max-w-full truncate">{label}</span>
    </>
  );
}
