import { useEffect } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';

/** Keeps the app on the device of who is signed in, and empties it of what was theirs afterwards. */
export function useOffline(user: CurrentUser | null | undefined): void {
  const isSignedIn = user ? true : user === null ? false : undefined;
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
    // What the page itself needs comes first.
    const timer = setTimeout(() => {
      // A browser may refuse, or the line be cut: then there is no offline, and nothing else differs.
      load()
        .then(({ keepForOffline }) => keepForOffline())
        .catch(nothing);
    }, 3_000);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
}

function nothing(): void {}
