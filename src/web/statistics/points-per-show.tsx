import type { Prediction } from '#contract/predictions.ts';
import { ColumnChart } from '#web/ui/column-chart.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { MOST_SHOWS, pointsColumns } from './scores.ts';

/** Nothing until a prediction is scored. */
export function PointsPerShow({ predictions }: { predictions: readonly Prediction[] }) {
  const columns = pointsColumns(predictions);
  if (columns.length === 0) return null;
  return (
    <Panel
      title="Points per Show"
      aside={
        columns.length === MOST_SHOWS && (
          <span className="text-dim text-sm">the last {MOST_SHOWS}</span>
        )
      }
    >
      <div className="px-4.5 pb-3">
        <ColumnChart
          label="Your points in each show"
          headers={['Show', 'Points']}
          columns={columns}
        />
      </div>
    </Panel>
  );
}
