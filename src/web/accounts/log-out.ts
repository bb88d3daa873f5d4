import { logout } from '#contract/accounts.ts';
import { call } from '#web/http/call.ts';
import { queryClient } from '#web/http/query-client.ts';
import { toast } from '#web/ui/toast.ts';

/** Ends the session, forgets everything kept on this device, and starts over at '/'. */
export async function logOut(): Promise<void> {
  try {
    await call(logout);
  } catch {
    toast({
      title: 'Logout failed',
      description: 'Unable to logout. Please try again.',
      variant: 'destructive',
    });
    return;
  }
  queryClient.clear();
  await forgetDevice();
  location.assign('/');
}

/** The choice of the theme belongs to the device, all else to who was signed in. */
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
