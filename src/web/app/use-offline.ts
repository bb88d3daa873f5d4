import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import type { SeenAnswer } from '#web/offline/last-seen.ts';
import { serverNow } from '#web/time/server-clock.ts';

/** Caches the app on a signed-in user's device and clears the user's data after a logout. */
export function useOffline(user: CurrentUser | null | undefined): void {
  const client = useQueryClient();
  const isSignedIn = user ? true : user === null ? false : undefined;
  const isAdmin = user?.isAdmin ?? false;
  useEffect(() => {
    if (isSignedIn === undefined) return;
    // Without a service worker nothing is cached, so a visitor's first page doesn't load this code.
    if (!isSignedIn && !navigator.serviceWorker?.controller) return;
    const load = () => import('#web/session/device.ts');
    if (!isSignedIn) {
      // Offline: the next page a visitor opens clears it.
      load().then(({ forgetLastSeen }) => forgetLastSeen(), ignoreError);
      return;
    }
    const aborted = new AbortController();
    // After the page's own requests, but soon: the connection can break at any time.
    const delay = navigator.serviceWorker?.controller ? 3_000 : 1_000;
    const timer = setTimeout(() => {
      // If the browser refuses or the download fails, only offline support is missing.
      load()
        .then(({ cacheForOffline }) =>
          cacheForOffline(() => seenAnswers(client), {
            withPanel: isAdmin,
            signal: aborted.signal,
          }),
        )
        .catch(ignoreError);
    }, delay);
    return () => {
      clearTimeout(timer);
      aborted.abort();
    };
  }, [client, isSignedIn, isAdmin]);
}

/** The parts of a query key join to the URL path. */
function seenAnswers(client: QueryClient): SeenAnswer[] {
  const clockOffset = serverNow() - Date.now();
  const known = client.getQueryCache().findAll({ predicate: ({ state }) => Boolean(state.data) });
  return known.map(({ queryKey, state }) => ({
    path: queryKey.join('/'),
    data: state.data,
    at: state.dataUpdatedAt + clockOffset,
  }));
}

function ignoreError(): void {}
