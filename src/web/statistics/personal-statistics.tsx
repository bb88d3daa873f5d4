import { useQuery } from '@tanstack/react-query';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { Counter } from '#web/ui/counter.tsx';
import { Stat, StatGroup } from '#web/ui/stat.tsx';
import { PendingPredictions } from './pending-predictions.tsx';
import { PointsPerShow } from './points-per-show.tsx';
import { PredictionHistory } from './prediction-history.tsx';
import { bestScore } from './scores.ts';

/** What came of all of one's predictions. */
export function PersonalStatistics() {
  const mine = useQuery(queryFor(listMyPredictions));
  const user = useUser();
  return (
    <div className="grid gap-6">
      <StatGroup>
        <Stat label="Total Points" value={<Counter value={user.totalPoints} />} />
        <Stat label="Games Played" value={<Counter value={user.gamesPlayed} />} />
        <Stat
          label="Average Score"
          value={<Counter value={Number(user.averageScore)} decimals={1} />}
        />
        <Stat
          label="Best Score"
          value={mine.data ? <Counter value={bestScore(mine.data)} /> : '--'}
        />
      </StatGroup>
      <Loaded
        query={mine}
        label="Loading your predictions"
        failed="Your predictions could not be loaded."
      >
        {(predictions) => <Predictions predictions={predictions} />}
      </Loaded>
    </div>
  );
}

function Predictions({ predictions }: { predictions: readonly Prediction[] }) {
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <PredictionHistory predictions={predictions} />
      <div className="grid min-w-0 gap-6 max-xl:order-first">
        <PointsPerShow predictions={predictions} />
        <PendingPredictions predictions={predictions} />
      </div>
    </div>
  );
}
