import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import type { SeenResponse } from '#web/offline/last-seen.ts';
import { serverNow } from '#web/time/server-clock.ts';

/** Caches the app on a signed-in user's device and clears the user's data after a logout. */
export function useOffline(user: CurrentUser | null | undefined): void {
  const client = useQueryClient();
  const isSignedIn = user ? true : user === null ? false : undefined;
  const isAdmin = user?.isAdmin ?? false;
  useEffect(() => {
    if (isSignedIn === undefined) return;
    // Nothing is cached without a service worker. Keeps this code out of a visitor's first page.
    if (!isSignedIn && !navigator.serviceWorker?.controller) return;
    const load = () => import('#web/session/device.ts');
    if (!isSignedIn) {
      load().then(({ forgetLastSeen }) => forgetLastSeen(), ignoreError);
      return;
    }
    const abortController = new AbortController();
    // Runs soon after the page's own requests, because the connection can break at any time.
    const delay = navigator.serviceWorker?.controller ? 3_000 : 1_000;
    const timer = setTimeout(() => {
      // If the browser blocks the worker or its download fails, only offline support is missing.
      load()
        .then(({ cacheForOffline }) =>
          cacheForOffline(() => listSeenResponses(client), {
            withPanel: isAdmin,
            signal: abortController.signal,
          }),
        )
        .catch(ignoreError);
    }, delay);
    return () => {
      clearTimeout(timer);
      abortController.abort();
    };
  }, [client, isSignedIn, isAdmin]);
}

function listSeenResponses(client: QueryClient): SeenResponse[] {
  const clockOffset = serverNow() - Date.now();
  const queries = client.getQueryCache().findAll({ predicate: ({ state }) => Boolean(state.data) });
  return queries.map(({ queryKey, state }) => ({
    path: queryKey.join('/'),
    data: state.data,
    receivedAt: state.dataUpdatedAt + clockOffset,
  }));
}

function ignoreError(): void {}
