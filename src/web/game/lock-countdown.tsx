import { predictionsLockAt } from '#contract/shows.ts';
import type { ShownShow } from '#web/show-display/shown-show.ts';
import { countdownText } from '#web/time/countdown-text.ts';
import { useNow } from '#web/time/use-now.ts';
import { Figures } from '#web/ui/figures.tsx';

/** How long predictions are still taken, by the server's clock. Shown only while they are. */
export function LockCountdown({ show }: { show: ShownShow }) {
  const left = predictionsLockAt(show) - useNow();
  return (
    <div
      role="timer"
      className="flex items-baseline gap-x-3 gap-y-1.5 sm:flex-col sm:items-end sm:text-right"
    >
      <p className="caps text-dim">Locks in</p>
      <p className="poster text-4xl text-lamp leading-none sm:text-[2.75rem]">
        <Figures>{countdownText(left)}</Figures>
      </p>
    </div>
  );
}
