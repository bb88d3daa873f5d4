import type { ReactNode } from 'react';
import { DAY } from '#contract/durations.ts';
import { predictionsLockAt } from '#contract/show-lock.ts';
import { useHasPassed } from '#web/time/use-now.ts';
import { dateParts } from '#web/time/venue-time.ts';
import { Ticket } from '#web/ui/list/ticket.tsx';
import { type DisplayedShow, useIsOpenForPredictions } from './displayed-show.ts';
import { ShowFacts, ShowStatusBadge } from './show-facts.tsx';

/** The date is in full color this long before the lock. */
const NEAR_MS = 3 * DAY;

type ShowTicketProps = {
  show: DisplayedShow;
  as?: 'h2' | 'h3' | 'h4' | undefined;
  /** Whether the date is in full color; by default, if the lock is near. */
  isNext?: boolean | undefined;
  /** By default the status; null for none. */
  badge?: ReactNode;
  /** Lower on phones, for lists without the tour. */
  isCompact?: boolean | undefined;
  children?: ReactNode;
  actions?: ReactNode;
};

export function ShowTicket({
  show,
  as,
  isNext,
  badge = <ShowStatusBadge show={show} />,
  isCompact = false,
  children,
  actions,
}: ShowTicketProps) {
  const isNear = useHasPassed(predictionsLockAt(show) - NEAR_MS);
  const isOpen = useIsOpenForPredictions(show);
  return (
    <Ticket
      date={dateParts(show.date, show.timeZone)}
      tone={
        show.status === 'live' || (isOpen && (isNext ?? isNear))
          ? 'lamp'
          : isOpen
            ? 'open'
            : 'quiet'
      }
      title={show.name}
      as={as}
      actions={actions}
    >
      <ShowFacts show={show} isCompact={isCompact} badge={badge} />
      {children}
    </Ticket>
  );
}
