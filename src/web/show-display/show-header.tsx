import type { ReactNode } from 'react';
import { dateParts } from '#web/time/venue-time.ts';
import { DateStub } from '#web/ui/date-stub.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ShowFacts } from './show-facts.tsx';
import { FanStatusBadge } from './show-status-badge.tsx';
import type { ShownShow } from './shown-show.ts';

type ShowHeaderProps = {
  show: ShownShow;
  /** At the right end: a count-down, the song counter. */
  aside?: ReactNode;
};

/** The head of a page about one show: date, name in the poster face, where and when, status. */
export function ShowHeader({ show, aside }: ShowHeaderProps) {
  return (
    <PageHeader
      lead={<DateStub {...dateParts(show.date, show.timeZone)} />}
      title={show.name}
      subtitle={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <div>
            <ShowFacts show={show} />
          </div>
          <FanStatusBadge show={show} />
        </div>
      }
      aside={aside}
    />
  );
}
