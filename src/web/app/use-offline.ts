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
      void load().then(({ forgetLastSeen }) => forgetLastSeen());
      return;
    }
    // What the page itself needs comes first.
    const timer = setTimeout(async () => {
      const { keepForOffline } = await load();
      // A browser may refuse: then there is no offline, and nothing else is different.
      keepForOffline().catch(() => undefined);
    }, 3_000);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
}
