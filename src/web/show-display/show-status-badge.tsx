import { predictionsLockAt } from '#contract/shows.ts';
import { useHasPassed } from '#web/time/use-now.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';
import type { ShownShow } from './shown-show.ts';

/** The status as it is stored; any value that comes is shown as it is. */
export function ShowStatusBadge({ status }: { status: string }) {
  if (status === 'live')
    return (
      <Badge tone="lamp">
        <LiveDot />
        Live
      </Badge>
    );
  return <Badge tone={status === 'open' ? 'exact' : 'quiet'}>{LABELS[status] ?? status}</Badge>;
}

/** The status as a fan meets it: an open show whose predictions are locked reads 'Closed'. */
export function FanStatusBadge({ show }: { show: Pick<ShownShow, 'date' | 'status'> }) {
  const isLocked = useHasPassed(predictionsLockAt(show));
  return <ShowStatusBadge status={show.status === 'open' && isLocked ? 'closed' : show.status} />;
}

const LABELS: Record<string, string> = { open: 'Open', closed: 'Closed' };
