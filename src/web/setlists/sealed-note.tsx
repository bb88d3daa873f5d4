import { isSetlistSealed, predictionsLockAt } from '#contract/show-lock.ts';
import type { Show } from '#contract/shows.ts';
import { serverNow } from '#web/time/server-clock.ts';
import { useHasPassed } from '#web/time/use-now.ts';

export function SealedNote({ show }: { show: Show }) {
  // Re-renders when predictions lock.
  useHasPassed(predictionsLockAt(show));
  if (!isSetlistSealed(show, serverNow())) return null;
  return (
    <p className="text-dim text-sm">
      Hidden from fans until predictions lock or the show goes live.
    </p>
  );
}
