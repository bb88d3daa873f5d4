import type { ReactNode } from 'react';
import type { Show } from '#contract/shows.ts';
import { ShowStatusBadge } from '#web/show-display/show-facts.tsx';
import { ShowTicket } from '#web/show-display/show-ticket.tsx';
import { groupByMonth } from './split-schedule.ts';

type ScheduleMonthsProps = {
  shows: readonly Show[];
  nextId?: string | undefined;
  renderActions: (show: Show) => ReactNode;
};

export function ScheduleMonths({ shows, nextId, renderActions }: ScheduleMonthsProps) {
  return groupByMonth(shows).map(({ title, shows: monthShows }) => (
    <div key={title} className="grid gap-3">
      <h3 className="font-semibold text-dim text-lg">{title}</h3>
      {monthShows.map((show) => (
        <ShowTicket
          key={show.id}
          show={show}
          as="h4"
          isNext={show.id === nextId}
          isCompact
          badge={hasPlainStatus(show) ? null : <ShowStatusBadge show={show} />}
          actions={renderActions(show)}
        />
      ))}
    </div>
  ));
}

/** The section and the buttons already show these statuses. */
function hasPlainStatus({ status }: Show): boolean {
  return status === 'open' || status === 'live' || status === 'closed';
}
