import type { Prediction } from '#contract/predictions.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';

/** The points once there are some; until then whether the show is on, or still to come. */
export function PredictionState({ prediction: { points, show } }: { prediction: Prediction }) {
  if (points !== null)
    return (
      <p>
        <span className="poster text-poster-lg leading-none">{points}</span>{' '}
        <span className="text-ink-dim text-xs">{points === 1 ? 'point' : 'points'}</span>
      </p>
    );
  if (show.status === 'live')
    return (
      <Badge tone="lamp">
        <LiveDot />
        Live
      </Badge>
    );
  return <Badge>Pending</Badge>;
}
