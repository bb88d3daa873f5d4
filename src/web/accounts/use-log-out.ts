import type { QueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { logout } from '#contract/accounts.ts';
import { paths } from '#contract/pages.ts';
import { bandQuery } from '#web/band/use-band.ts';
import { isFinalResponse } from '#web/http/http-error.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { markPendingLogout } from '#web/session/pending-logout.ts';
import { sessionQuery } from '#web/session/session-query.ts';

/** While offline, clears the device immediately and ends the session later. */
export function useLogOut() {
  const [, navigate] = useLocation();
  const { isPending, mutate } = useMutation(
    mutationFor(logout, {
      errorToast: (error) => (isFinalResponse(error) ? FAILED : undefined),
      onSuccess: (_response, _input, _, { client }) => clearDeviceAndReload(client),
      async onError(error, _input, _, { client }) {
        if (isFinalResponse(error)) return;
        clearBrowserStorage();
        markPendingLogout();
        // Keep the app's files: they contain no user data, and can't be downloaded while offline.
        const { forgetLastSeen } = await import('#web/session/device.ts');
        await forgetLastSeen();
        const band = client.getQueryData(bandQuery.queryKey);
        client.clear();
        client.setQueryData(bandQuery.queryKey, band);
        client.setQueryData(sessionQuery.queryKey, null);
        navigate(paths.landing());
      },
    }),
  );
  return { isPending, logOut: () => mutate({}) };
}

const FAILED = { title: 'Logout failed', description: 'Unable to logout. Please try again.' };

/** Clears everything stored on this device and reloads at '/'. */
export async function clearDeviceAndReload(client: QueryClient): Promise<void> {
  client.clear();
  clearBrowserStorage();
  const { clearDevice } = await import('#web/session/device.ts');
  await clearDevice();
  location.assign('/');
}

function clearBrowserStorage(): void {
  try {
    sessionStorage.clear();
    for (const key of Object.keys(localStorage)) if (key !== 'theme') localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so nothing is stored in it.
  }
}
