import type { QueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { logout } from '#contract/accounts.ts';
import { paths } from '#contract/pages.ts';
import { bandQuery } from '#web/band/use-band.ts';
import { isAnswer } from '#web/http/http-error.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { markPendingLogout } from '#web/session/pending-logout.ts';
import { sessionQuery } from '#web/session/session-query.ts';

/**
 * Ends the session, forgets everything kept on this device, and starts over at '/'. Where the server
 * can't be told, the device is emptied all the same, and the server hears of it once there is a line.
 */
export function useLogOut() {
  const [, navigate] = useLocation();
  const { isPending, mutate } = useMutation(
    mutationFor(logout, {
      failed: (error) => (isAnswer(error) ? FAILED : undefined),
      onSuccess: (_answer, _input, _, { client }) => startOver(client),
      async onError(error, _input, _, { client }) {
        if (isAnswer(error)) return;
        forgetDevice();
        markPendingLogout();
        // The files of the app stay, as nothing could be loaded in their place: they are nobody's.
        const { forgetLastSeen } = await import('#web/offline/device.ts');
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

/** As if nobody had ever been here. */
export async function startOver(client: QueryClient): Promise<void> {
  client.clear();
  forgetDevice();
  const { clearDevice } = await import('#web/offline/device.ts');
  await clearDevice();
  location.assign('/');
}

/** The choice of the theme belongs to the device, all else to whoever was signed in. */
function forgetDevice(): void {
  try {
    sessionStorage.clear();
    for (const key of Object.keys(localStorage)) if (key !== 'theme') localStorage.removeItem(key);
  } catch {
    // Storage is forbidden here: nothing is kept there either.
  }
}
