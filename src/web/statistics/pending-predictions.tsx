import type { Prediction } from '#contract/predictions.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PredictionRow } from './prediction-row.tsx';

/** What has no points yet, the next show first. */
export function PendingPredictions({ predictions }: { predictions: readonly Prediction[] }) {
  const pending = predictions.filter(({ points }) => points === null).reverse();
  return (
    <Panel title="Pending Predictions">
      {pending.length === 0 && (
        <p className="px-4.5 pb-5 text-dim">No predictions are waiting for results.</p>
      )}
      <ul>
        {pending.map((prediction) => (
          <PredictionRow
            key={prediction.id}
            prediction={prediction}
            badge={<Badge>Awaiting Results</Badge>}
          />
        ))}
      </ul>
    </Panel>
  );
}
