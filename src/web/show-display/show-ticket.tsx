import type { ReactNode } from 'react';
import { dateParts } from '#web/time/venue-time.ts';
import { Ticket } from '#web/ui/ticket.tsx';
import { ShowFacts } from './show-facts.tsx';
import { FanStatusBadge } from './show-status-badge.tsx';
import type { ShownShow } from './shown-show.ts';

type ShowTicketProps = {
  show: ShownShow;
  as?: 'h2' | 'h3' | 'h4' | undefined;
  /** In place of the status: points, 'Pending'. */
  badge?: ReactNode;
  /** Below where and when. */
  children?: ReactNode;
  actions?: ReactNode;
};

/** A show as a ticket, the same on every page. The stub is lit while there is something to come. */
export function ShowTicket({ show, as, badge, children, actions }: ShowTicketProps) {
  const isToCome = show.status === 'open' || show.status === 'live';
  return (
    <Ticket
      date={dateParts(show.date, show.timeZone)}
      tone={isToCome ? 'lamp' : 'quiet'}
      title={show.name}
      as={as}
      badge={badge ?? <FanStatusBadge show={show} />}
      actions={actions}
    >
      <ShowFacts show={show} />
      {children}
    </Ticket>
  );
}
