import type { Show } from '#contract/shows.ts';
import { ShowFacts } from '#web/show-display/show-facts.tsx';
import { FanStatusBadge } from '#web/show-display/show-status-badge.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** The show, and whether it is on. */
export function NightHeader({ show }: { show: Show }) {
  return (
    <div className="grid gap-3">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-2 lg:justify-start">
        {show.status === 'live' && (
          <span className="flex items-center gap-2.5 font-semibold text-lamp">
            <LiveDot />
            Live Updates Active
          </span>
        )}
        <FanStatusBadge show={show} />
      </div>
      <PageHeader
        title={show.name}
        subtitle={<ShowFacts show={show} dated={show.status !== 'live'} />}
      />
    </div>
  );
}
