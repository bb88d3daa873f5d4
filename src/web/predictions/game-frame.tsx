import type { ReactNode } from 'react';
import type { Show } from '#contract/shows.ts';
import { ShowHeader } from '#web/show-display/show-header.tsx';
import { LockCountdown } from './lock-countdown.tsx';
import { useTakesPredictions } from './use-takes-predictions.ts';

/** The show that is predicted, with what is left to the lock, above whatever can be done. */
export function GameFrame({ show, children }: { show: Show; children: ReactNode }) {
  const isOpen = useTakesPredictions(show);
  return (
    // On phones as high as the screen below the header bar, so that the game's own bar is at its end.
    <div className="flex flex-col gap-6 max-lg:min-h-[calc(100dvh-8.5rem)]">
      <ShowHeader show={show} aside={isOpen && <LockCountdown show={show} />} />
      {children}
    </div>
  );
}
