import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { serverNow } from '#web/http/server-clock.ts';
import type { SeenAnswer } from '#web/offline/last-seen.ts';

/** Keeps the app on the device of whoever is signed in, and empties it of what was theirs afterwards. */
export function useOffline(user: CurrentUser | null | undefined): void {
  const client = useQueryClient();
  const isSignedIn = user ? true : user === null ? false : undefined;
  const withPanel = user?.isAdmin ?? false;
  useEffect(() => {
    if (isSignedIn === undefined) return;
    // A visitor's first page need not load what only matters where something was kept.
    if (!isSignedIn && !navigator.serviceWorker?.controller) return;
    const load = () => import('#web/offline/device.ts');
    if (!isSignedIn) {
      // A line that is cut just now: the next page of a visitor forgets it.
      load().then(({ forgetLastSeen }) => forgetLastSeen(), nothing);
      return;
    }
    const ended = new AbortController();
    // What the page itself needs comes first; soon after it the worker, as a line can be cut at any
    // time. Where it is there already, nothing is urgent.
    const delay = navigator.serviceWorker?.controller ? 3_000 : 1_000;
    const timer = setTimeout(() => {
      // A browser may refuse, or the line be cut: then there is no offline, and nothing else differs.
      load()
        .then(({ cacheForOffline }) =>
          cacheForOffline(() => seenAnswers(client), { withPanel, signal: ended.signal }),
        )
        .catch(nothing);
    }, delay);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [client, isSignedIn, withPanel]);
}

/** What the pages know of the server; joined, the parts of a key are the address of its answer. */
function seenAnswers(client: QueryClient): SeenAnswer[] {
  const ahead = serverNow() - Date.now();
  const known = client.getQueryCache().findAll({ predicate: ({ state }) => Boolean(state.data) });
  return known.map(({ queryKey, state }) => ({
    path: queryKey.join('/'),
    data: state.data,
    at: state.dataUpdatedAt + ahead,
  }));
}

function nothing(): void {}
