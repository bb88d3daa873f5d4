import { useState } from 'react';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import type { Prediction } from '#contract/predictions.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PredictionRow } from './prediction-row.tsx';

/** Every prediction, the latest show first. */
export function PredictionHistory({ predictions }: { predictions: readonly Prediction[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? predictions : predictions.slice(0, FIRST_PREDICTIONS);
  return (
    <Panel title="Prediction History">
      {predictions.length === 0 && <NoPredictions />}
      <ul>
        {shown.map((prediction) => (
          <PredictionRow
            key={prediction.id}
            prediction={prediction}
            badge={
              prediction.points === null ? (
                <Badge>Pending</Badge>
              ) : (
                <Badge tone="exact">Completed</Badge>
              )
            }
            aside={<Points points={prediction.points} />}
          />
        ))}
      </ul>
      {shown.length < predictions.length && (
        <div className="border-rail/60 border-t px-4.5 py-3.5">
          <Button onClick={() => setWhole(true)}>Show all {predictions.length} predictions</Button>
        </div>
      )}
    </Panel>
  );
}

const FIRST_PREDICTIONS = 10;

function Points({ points }: Pick<Prediction, 'points'>) {
  if (points === null) return <span className="text-dim text-sm">Not scored yet</span>;
  return (
    <span className="poster text-2xl">
      {points}{' '}
      <span className="font-body font-normal text-dim text-sm">
        {points === 1 ? 'point' : 'points'}
      </span>
    </span>
  );
}

function NoPredictions() {
  return (
    <div className="px-4.5 pb-4.5">
      <EmptyState
        as="h3"
        title="No predictions yet"
        text="Your history begins with the first setlist you call."
        action={
          <Button asChild variant="lamp">
            <Link href={paths.game()}>Make Prediction</Link>
          </Button>
        }
      />
    </div>
  );
}
