import type { Show } from '#contract/shows.ts';
import { useLine } from '#web/realtime/use-realtime.ts';
import { ShowFacts } from '#web/show-display/show-facts.tsx';
import { FanStatusBadge } from '#web/show-display/show-status-badge.tsx';
import { clockTime, ownTimeZone } from '#web/time/venue-time.ts';
import { LiveDot } from '#web/ui/live-dot.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** The show, and whether it is on. */
export function NightHeader({ show }: { show: Show }) {
  return (
    <div className="grid gap-3">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-2 lg:justify-start">
        {show.status === 'live' && <LiveUpdates />}
        <FanStatusBadge show={show} />
      </div>
      <PageHeader
        title={show.name}
        subtitle={<ShowFacts show={show} dated={show.status !== 'live'} />}
      />
    </div>
  );
}

/** Says that live updates arrive while they do, and since when they don't. */
function LiveUpdates() {
  const { state, heardAt } = useLine();
  if (state === 'open')
    return (
      <span className="flex items-center gap-2.5 font-semibold text-lamp">
        <LiveDot />
        Live Updates Active
      </span>
    );
  return (
    // A page that has just been opened has its line before this is seen.
    <span className="animate-[fade-in_200ms_ease-out_1s_backwards] font-semibold text-dim">
      No live updates since {clockTime(new Date(heardAt), ownTimeZone())}
    </span>
  );
}
