import type { ReactNode } from 'react';
import { predictionsLockAt } from '#contract/shows.ts';
import { type DisplayedShow, useTakesPredictions } from '#web/show-display/displayed-show.ts';
import { ShowFacts, ShowStatusBadge } from '#web/show-display/show-facts.tsx';
import { formatCountdown } from '#web/time/durations.ts';
import { useNow } from '#web/time/use-now.ts';
import { dateParts } from '#web/time/venue-time.ts';
import { DateStub } from '#web/ui/date-stub.tsx';
import { TabularNumber } from '#web/ui/list/tabular-number.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export function GameFrame({ show, children }: { show: DisplayedShow; children: ReactNode }) {
  const isOpen = useTakesPredictions(show);
  return (
    // Fills the screen: phones get a bar at the bottom, wide screens columns that scroll.
    <div className="flex flex-col gap-6 max-lg:min-h-[calc(100dvh-8.5rem)] lg:-mb-10 lg:h-[max(38rem,calc(100dvh-6rem))]">
      <ShowHeader show={show} aside={isOpen && <LockCountdown show={show} />} />
      {children}
    </div>
  );
}

function LockCountdown({ show }: { show: DisplayedShow }) {
  const remainingMs = predictionsLockAt(show) - useNow();
  return (
    <div
      role="timer"
      className="flex items-baseline gap-x-3 gap-y-1.5 sm:flex-col sm:items-end sm:text-right"
    >
      <p className="caps text-dim">Locks in</p>
      <p className="poster text-4xl text-lamp leading-none sm:text-[2.75rem]">
        <TabularNumber>{formatCountdown(remainingMs)}</TabularNumber>
      </p>
    </div>
  );
}

type ShowHeaderProps = {
  show: DisplayedShow;
  aside?: ReactNode;
};

function ShowHeader({ show, aside }: ShowHeaderProps) {
  return (
    <PageHeader
      lead={<DateStub {...dateParts(show.date, show.timeZone)} />}
      title={show.name}
      subtitle={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <div>
            <ShowFacts show={show} />
          </div>
          <ShowStatusBadge show={show} />
        </div>
      }
      aside={aside}
    />
  );
}
