import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { CurrentUser } from '#contract/accounts.ts';
import { paths } from '#contract/pages.ts';
import { useBand } from '#web/band/use-band.ts';
import type { SubmittedState } from '#web/game/after-submit/after-submit.tsx';
import { openPredictionQueue } from '#web/game/prediction-queue.ts';
import { refetchAll } from '#web/http/refetch.ts';
import { retryStale, useLastSeen } from '#web/offline/last-seen.ts';
import { useConnectionStatus, useRealtime } from '#web/realtime/use-realtime.ts';
import { useUser } from '#web/session/use-user.ts';
import { formatRelativeTime } from '#web/time/durations.ts';
import { serverNow } from '#web/time/server-clock.ts';
import { browserTimeZone, clockTime } from '#web/time/venue-time.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Button } from '#web/ui/button.tsx';
import { FRAME_TITLE_ID } from '#web/ui/frame-title-id.ts';
import { PanelLeft } from '#web/ui/icons.ts';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';
import { Tooltip } from '#web/ui/overlay/tooltip.tsx';
import { AccountMenu } from './account-menu/account-menu.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { PAGE_ID, SkipLink } from './page-slot.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { useSidebar } from './sidebar/use-sidebar.ts';

export function SignedInLayout({ children }: { children: ReactNode }) {
  const user = useUser();
  useRealtime(user.id);
  useQueues(user);
  return <SignedInFrame>{children}</SignedInFrame>;
}

/** Also prerendered, so it opens no socket. */
export function SignedInFrame({ children }: { children: ReactNode }) {
  const band = useBand();
  const sidebar = useSidebar();
  // Data that an earlier version saved for offline use has no notices.
  const hasNotices = (useUser().moderationNotices ?? []).length > 0;
  const isShown = sidebar.isNarrow ? sidebar.isSheetOpen : sidebar.isExpanded;
  return (
    <>
      <SkipLink />
      <div className="flex min-h-dvh">
        <Sidebar {...sidebar} />
        <div className="flex min-w-0 flex-1 flex-col">
          <header className="sticky top-0 z-30 flex h-14 items-center gap-2 bg-hall px-2 sm:px-4 md:static md:bg-transparent">
            <Tooltip text="Toggle sidebar (Ctrl/Cmd+B)">
              <Button
                variant="ghost"
                size="icon"
                aria-label="Toggle sidebar"
                aria-expanded={isShown}
                data-toggles-sidebar
                onClick={sidebar.toggle}
              >
                <PanelLeft aria-hidden />
              </Button>
            </Tooltip>
            <div id={FRAME_TITLE_ID} className="min-w-0 empty:hidden" />
            {band && (
              <Link href={paths.dashboard()} className="min-w-0 truncate rounded-md py-2 md:hidden">
                <BrandMark name={band.productName} size="sm" />
              </Link>
            )}
            <ConnectionNote />
            <div className="ml-auto shrink-0">
              <AccountMenu />
            </div>
          </header>
          <OfflineNote />
          <main
            id={PAGE_ID}
            className="mx-auto w-full max-w-7xl flex-1 px-4 pt-4 pb-16 sm:px-8 lg:px-11"
          >
            <ModerationNotices loadWhen={hasNotices} />
            <SubmissionNote />
            {children}
          </main>
          <BottomBar isSidebarOpen={sidebar.isSheetOpen} onMore={sidebar.toggle} />
        </div>
      </div>
    </>
  );
}

const ModerationNotices = lazyComponent(async () => ({
  default: (await import('#web/moderation/moderation-notices.tsx')).ModerationNotices,
}));

const AfterSubmit = lazyComponent(async () => ({
  default: (await import('#web/game/after-submit/after-submit.tsx')).AfterSubmit,
}));

/** Loads before the fan submits, so that nothing moves afterwards. */
function SubmissionNote() {
  const [path] = useLocation();
  const state = useHistoryState<Partial<SubmittedState> | null>();
  return <AfterSubmit loadWhen={path === paths.game() ? 'idle' : Boolean(state?.submittedId)} />;
}

function ConnectionNote() {
  const { state, lastMessageAt } = useConnectionStatus();
  return (
    <p role="status" className="min-w-0 text-dim text-sm">
      {state !== 'open' && (
        <span className="block truncate animate-[fade-in_200ms_ease-out_3s_backwards]">
          {state === 'reconnecting' ? 'Reconnecting...' : 'Live updates paused'}
          <span className="max-sm:hidden">
            {state === 'closed' &&
              ` since ${clockTime(new Date(lastMessageAt), browserTimeZone())}`}
          </span>
        </span>
      )}
    </p>
  );
}

function OfflineNote() {
  const client = useQueryClient();
  const lastSeenAt = useLastSeen();
  const isConnected = useConnectionStatus().state === 'open';
  useEffect(() => {
    if (isConnected && lastSeenAt !== undefined) return retryStale(() => refetchAll(client));
  }, [client, isConnected, lastSeenAt]);

  return (
    <div role="status">
      {lastSeenAt !== undefined && (
        <p className="border-rail border-b bg-stage px-4 py-2.5 text-sm sm:px-8 lg:px-11">
          <b className="font-semibold">You are offline.</b> Showing data saved on this device{' '}
          {formatRelativeTime(lastSeenAt, serverNow())}.
        </p>
      )}
    </div>
  );
}

function useQueues({ id, isAdmin, scribeOf }: CurrentUser): void {
  const client = useQueryClient();
  // Offline data saved by an earlier version doesn't contain the user's rights.
  const canEnter = isAdmin || Boolean(scribeOf?.length);
  useEffect(() => void openPredictionQueue(client, id), [client, id]);
  useEffect(() => {
    if (!canEnter) return;
    import('#web/setlists/setlist-queue.ts').then(
      ({ openSetlistQueue }) => void openSetlistQueue(client, id),
      // The import fails while offline. The Admin Panel imports the same chunk later.
      () => {},
    );
  }, [client, id, canEnter]);
}
