import { useQuery } from '@tanstack/react-query';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { getMyStatistics } from '#contract/statistics.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classes } from '#web/ui/class-names.ts';
import { ColumnChart } from '#web/ui/list/column-chart.tsx';
import { Counter } from '#web/ui/list/counter.tsx';
import { Stat, StatGroup } from '#web/ui/list/stat.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { HitRates } from './hit-rates.tsx';
import { createPointsColumns, findBestScore, MAX_SHOWS } from './points-history.ts';
import { PredictionHistory, PredictionRow } from './prediction-history.tsx';
import { BestAndWorstCalls } from './song-calls.tsx';

export function PersonalStatistics() {
  const myPredictions = useQuery(queryFor(listMyPredictions));
  const user = useUser();
  const hasPredicted = myPredictions.data?.length !== 0;
  const totals = (
    <StatGroup>
      <Stat label="Total Points" value={<Counter value={user.totalPoints} />} />
      <Stat label="Games Played" value={<Counter value={user.gamesPlayed} />} />
      <Stat
        label="Average Score"
        value={<Counter value={Number(user.averageScore)} decimals={1} />}
      />
      <Stat
        label="Best Score"
        value={myPredictions.data ? <Counter value={findBestScore(myPredictions.data)} /> : '--'}
      />
    </StatGroup>
  );
  return (
    <div className="grid gap-6">
      {hasPredicted && totals}
      <Loaded
        query={myPredictions}
        label="Loading your predictions"
        errorMessage="Your predictions could not be loaded."
      >
        {(predictions) => <Predictions predictions={predictions} />}
      </Loaded>
      {/* A new fan would see four zeros. */}
      {!hasPredicted && totals}
    </div>
  );
}

function Predictions({ predictions }: { predictions: readonly Prediction[] }) {
  return (
    // One column on narrow screens, with the history last unless it has the first step.
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <div className="grid min-w-0 gap-6 max-xl:contents">
        <PointsPerShow predictions={predictions} />
        <div className={classes('min-w-0', predictions.length > 0 && 'max-xl:order-last')}>
          <PredictionHistory predictions={predictions} />
        </div>
      </div>
      <div className="grid min-w-0 gap-6 max-xl:contents">
        <PendingPredictions predictions={predictions} />
        <Calls />
      </div>
    </div>
  );
}

/** Doesn't delay the page: a fan who has no scored predictions has no calls. */
function Calls() {
  const statistics = useQuery(queryFor(getMyStatistics)).data;
  if (!statistics) return null;
  return (
    <>
      <HitRates statistics={statistics} />
      <BestAndWorstCalls statistics={statistics} />
    </>
  );
}

function PendingPredictions({ predictions }: { predictions: readonly Prediction[] }) {
  const pendingPredictions = predictions.filter(({ points }) => points === null).reverse();
  return (
    <Panel title="Pending Predictions">
      {pendingPredictions.length === 0 && (
        <p className="px-4.5 pb-5 text-dim">No predictions are waiting for results.</p>
      )}
      <ul>
        {pendingPredictions.map((prediction) => (
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

function PointsPerShow({ predictions }: { predictions: readonly Prediction[] }) {
  const columns = createPointsColumns(predictions);
  if (columns.length === 0) return null;
  const average = columns.reduce((sum, { value }) => sum + value, 0) / columns.length;
  return (
    <Panel
      title="Points per Show"
      aside={
        columns.length === MAX_SHOWS && (
          <span className="text-dim text-sm">the last {MAX_SHOWS}</span>
        )
      }
    >
      <div className="px-4.5 pb-3">
        <ColumnChart
          label="Your points in each show"
          headers={['Show', 'Points']}
          columns={columns}
          average={average}
          accentsBest
        />
        <p className="pb-1.5 text-dim text-sm">
          Dashed line: your average in these shows, {average.toFixed(1)}
        </p>
      </div>
    </Panel>
  );
}
