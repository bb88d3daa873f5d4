import type { ReactNode } from 'react';
import { dateParts } from '#web/time/venue-time.ts';
import { Ticket } from '#web/ui/list/ticket.tsx';
import { type DisplayedShow, useIsOpenForPredictions } from './displayed-show.ts';
import { ShowFacts, ShowStatusBadge } from './show-facts.tsx';

type ShowTicketProps = {
  show: DisplayedShow;
  as?: 'h2' | 'h3' | 'h4' | undefined;
  isNext?: boolean | undefined;
  /** By default the status; null for none. */
  badge?: ReactNode;
  isCompact?: boolean | undefined;
  children?: ReactNode;
  actions?: ReactNode;
};

export function ShowTicket({
  show,
  as,
  isNext = false,
  badge = <ShowStatusBadge show={show} />,
  isCompact = false,
  children,
  actions,
}: ShowTicketProps) {
  const isOpen = useIsOpenForPredictions(show);
  return (
    <Ticket
      date={dateParts(show.date, show.timeZone)}
      tone={show.status === 'live' || (isOpen && isNext) ? 'lamp' : isOpen ? 'open' : 'quiet'}
      title={show.name}
      as={as}
      actions={actions}
    >
      <ShowFacts show={show} isCompact={isCompact} badge={badge} />
      {children}
    </Ticket>
  );
}
