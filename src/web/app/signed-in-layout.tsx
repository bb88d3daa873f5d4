import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import type { CurrentUser } from '#contract/accounts.ts';
import { paths } from '#contract/pages.ts';
import { useBand } from '#web/band/use-band.ts';
import { useUnsentShows } from '#web/game/unsent.ts';
import { refetchAll } from '#web/http/refetch.ts';
import { retryStale, useLastSeen } from '#web/offline/last-seen.ts';
import { useConnectionStatus, useRealtime } from '#web/realtime/use-realtime.ts';
import { useUser } from '#web/session/use-user.ts';
import { ThemeSwitch } from '#web/theme/theme-switch.tsx';
import { relativeTime } from '#web/time/durations.ts';
import { serverNow } from '#web/time/server-clock.ts';
import { clockTime, ownTimeZone } from '#web/time/venue-time.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Button } from '#web/ui/button.tsx';
import { PanelLeft } from '#web/ui/icons.ts';
import { persistentImport } from '#web/ui/loading/persistent-import.ts';
import { Tooltip } from '#web/ui/overlay/tooltip.tsx';
import { PAGE_ID, SkipLink } from './page-slot.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { useSidebar } from './sidebar/use-sidebar.ts';

export function SignedInLayout({ children }: { children: ReactNode }) {
  const user = useUser();
  useRealtime(user.id);
  useSendUnsent(user);
  return <SignedInFrame>{children}</SignedInFrame>;
}

/** Also prerendered, so without live updates. */
export function SignedInFrame({ children }: { children: ReactNode }) {
  const band = useBand();
  const sidebar = useSidebar();
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
                onClick={sidebar.toggle}
              >
                <PanelLeft aria-hidden />
              </Button>
            </Tooltip>
            {band && (
              <Link href={paths.dashboard()} className="min-w-0 truncate rounded-md py-2 md:hidden">
                <BrandMark name={band.productName} size="sm" />
              </Link>
            )}
            <ConnectionNote />
            <div className="ml-auto shrink-0">
              <ThemeSwitch compact />
            </div>
          </header>
          <OfflineNote />
          <main
            id={PAGE_ID}
            className="mx-auto w-full max-w-7xl flex-1 px-4 pt-4 pb-16 sm:px-8 lg:px-11"
          >
            {children}
          </main>
        </div>
      </div>
    </>
  );
}

function ConnectionNote() {
  const { state, lastMessageAt } = useConnectionStatus();
  return (
    <p role="status" className="min-w-0 text-dim text-sm">
      {state !== 'open' && (
        <span className="block truncate animate-[fade-in_200ms_ease-out_3s_backwards]">
          {state === 'reconnecting' ? 'Reconnecting…' : 'Live updates paused'}
          <span className="max-sm:hidden">
            {state === 'closed' && ` since ${clockTime(new Date(lastMessageAt), ownTimeZone())}`}
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
          {relativeTime(lastSeenAt, serverNow())}.
        </p>
      )}
    </div>
  );
}

function useSendUnsent({ id, isAdmin }: CurrentUser): void {
  useUnsentChanges(id, isAdmin);
  useUnsentPredictions(id);
}

function useUnsentChanges(userId: string, isAdmin: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isAdmin) return;
    import('#web/setlists/send-change.ts').then(
      ({ unsentChangesOf }) => void unsentChangesOf(client, userId),
      // Offline: the Admin Panel loads the same chunk.
      () => {},
    );
  }, [client, userId, isAdmin]);
}

const importSendUnsent = persistentImport(() => import('#web/game/send-unsent.ts'));

function useUnsentPredictions(userId: string): void {
  const isWaiting = useUnsentShows(userId).length > 0;
  const client = useQueryClient();
  const { state } = useConnectionStatus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `state` changes when the connection is back
  useEffect(() => {
    if (!isWaiting) return;
    // If the chunk doesn't load, the next round retries.
    const send = () =>
      void importSendUnsent().then(
        ({ sendUnsent }) => sendUnsent(client, userId),
        () => {},
      );
    send();
    const timer = setInterval(send, RETRY_MS);
    return () => clearInterval(timer);
  }, [client, isWaiting, userId, state]);
}

const RETRY_MS = 5_000;
