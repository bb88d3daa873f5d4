import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { getMyStatistics } from '#contract/statistics.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { BlankSheet } from '#web/show-display/blank-sheet.tsx';
import { Button } from '#web/ui/button.tsx';
import { Trophy } from '#web/ui/icons.ts';
import { ColumnChart } from '#web/ui/list/column-chart.tsx';
import { Counter } from '#web/ui/list/counter.tsx';
import { Stat, StatGroup } from '#web/ui/list/stat.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { BestRank, useWonShowIds } from './best-rank.tsx';
import { HitRates } from './hit-rates.tsx';
import { createPointsColumns, findBestScore, MAX_SHOWS } from './points-history.ts';
import { PredictionHistory, PredictionRow } from './prediction-history.tsx';
import { BestAndWorstCalls } from './song-calls.tsx';

export function PersonalStatistics() {
  const predictions = useQuery(queryFor(listMyPredictions));
  const isNew = predictions.data?.length === 0;
  return (
    <div className="grid gap-6">
      {!isNew && <Totals bestScore={predictions.data && findBestScore(predictions.data)} />}
      <Loaded
        query={predictions}
        label="Loading your predictions"
        errorMessage="Your predictions could not be loaded."
      >
        {(allPredictions) =>
          isNew ? <NoStatistics /> : <Predictions predictions={allPredictions} />
        }
      </Loaded>
    </div>
  );
}

function Totals({ bestScore }: { bestScore: number | undefined }) {
  const { totalPoints, gamesPlayed, averageScore } = useUser();
  return (
    <StatGroup>
      <Stat label="Total Points" value={<Counter value={totalPoints} />} />
      <Stat label="Games Played" value={<Counter value={gamesPlayed} />} />
      <Stat label="Average Score" value={<Counter value={Number(averageScore)} decimals={1} />} />
      <Stat
        label="Best Score"
        value={bestScore === undefined ? '--' : <Counter value={bestScore} />}
      />
      <BestRank />
    </StatGroup>
  );
}

/** A new fan sees what to do instead of four large zeros. */
function NoStatistics() {
  return (
    <div className="grid gap-6">
      <BlankSheet
        title="No predictions yet"
        text="Your history starts with the first setlist you call."
        actions={
          <Button asChild variant="lamp">
            <Link href={paths.game()}>Make Prediction</Link>
          </Button>
        }
      />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-1 text-dim text-sm sm:flex">
        {['Total Points', 'Games Played', 'Average Score', 'Best Score'].map((label) => (
          <div key={label} className="flex gap-1.5">
            <dt>{label}</dt>
            <dd>{label === 'Average Score' ? '0.0' : '0'}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Predictions({ predictions }: { predictions: readonly Prediction[] }) {
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <div className="grid min-w-0 gap-6 max-xl:contents">
        <PointsPerShow predictions={predictions} />
        <div className="grid min-w-0 gap-6 max-xl:order-last">
          <PendingPredictions predictions={predictions} />
          <PredictionHistory predictions={predictions} />
        </div>
      </div>
      <div className="grid min-w-0 gap-6 max-xl:contents">
        <Calls />
      </div>
    </div>
  );
}

/** Doesn't delay the page, because a fan without scored predictions has no calls. */
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
          <PredictionRow key={prediction.id} prediction={prediction} state="Awaiting Results" />
        ))}
      </ul>
    </Panel>
  );
}

function PointsPerShow({ predictions }: { predictions: readonly Prediction[] }) {
  const wonIds = useWonShowIds();
  const columns = createPointsColumns(predictions, wonIds);
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
          note={
            <span className="flex flex-wrap gap-x-3">
              <span>Dashed line: your average in these shows, {average.toFixed(1)}</span>
              {columns.some(({ isWon }) => isWon) && (
                <span className="inline-flex items-center gap-1.5">
                  <Trophy aria-hidden className="size-3.5 text-gold" />a show you won
                </span>
              )}
            </span>
          }
        />
      </div>
    </Panel>
  );
}
