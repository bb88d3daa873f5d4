import { predictionsLockAt } from '#contract/show-lock.ts';
import type { Show } from '#contract/shows.ts';
import { useUser } from '#web/session/use-user.ts';
import { useHasPassed } from '#web/time/use-now.ts';

/** Returns whether only administrators can go live. Re-renders when predictions lock. */
export function useMustAwaitLock(show: Show | undefined): boolean {
  const hasLocked = useHasPassed(show ? predictionsLockAt(show) : 0);
  return !useUser().isAdmin && !hasLocked;
}
