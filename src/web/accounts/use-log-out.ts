import { logout } from '#contract/accounts.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';

/** Ends the session, forgets everything kept on this device, and starts over at '/'. */
export function useLogOut() {
  const { isPending, mutate } = useMutation(
    mutationFor(logout, {
      failed: { title: 'Logout failed', description: 'Unable to logout. Please try again.' },
      async onSuccess(_answer, _input, _, { client }) {
        client.clear();
        await forgetDevice();
        location.assign('/');
      },
    }),
  );
  return { isPending, logOut: () => mutate({}) };
}

/** The choice of the theme belongs to the device, all else to whoever was signed in. */
async function forgetDevice(): Promise<void> {
  try {
    sessionStorage.clear();
    for (const key of Object.keys(localStorage)) if (key !== 'theme') localStorage.removeItem(key);
  } catch {
    // Storage is forbidden here: nothing is kept there either.
  }
  const { emptyDevice } = await import('#web/offline/device.ts');
  await emptyDevice();
}
