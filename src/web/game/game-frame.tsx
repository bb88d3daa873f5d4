import type { ReactNode } from 'react';
import { ShowHeader } from '#web/show-display/show-header.tsx';
import type { ShownShow } from '#web/show-display/shown-show.ts';
import { useTakesPredictions } from '#web/show-display/use-takes-predictions.ts';
import { LockCountdown } from './lock-countdown.tsx';

/** The show that is predicted, with what is left to the lock, above whatever can be done. */
export function GameFrame({ show, children }: { show: ShownShow; children: ReactNode }) {
  const isOpen = useTakesPredictions(show);
  return (
    // As high as the screen below the header bar: on phones at least, so that the game's own bar is at
    // its end; where songs and sheet are beside each other just so, as each has a scroll of its own.
    <div className="flex flex-col gap-6 max-lg:min-h-[calc(100dvh-8.5rem)] lg:-mb-10 lg:h-[max(38rem,calc(100dvh-6rem))]">
      <ShowHeader show={show} aside={isOpen && <LockCountdown show={show} />} />
      {children}
    </div>
  );
}
