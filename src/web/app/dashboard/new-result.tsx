import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { WEEK } from '#contract/durations.ts';
import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { paths } from '#contract/pages.ts';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { countedQueryFor, queryFor } from '#web/http/query-for.ts';
import { isResultSeen } from '#web/score-display/seen-results.ts';
import { useUser } from '#web/session/use-user.ts';
import { serverNow } from '#web/time/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Figure, RankFigure } from './figure.tsx';

export function NewResult() {
  const { id } = useUser();
  const predictions = useQuery(queryFor(listMyPredictions));
  const result = (predictions.data ?? [])
    .filter((prediction) => isRecentResult(prediction) && !isResultSeen(id, prediction.id))
    .sort((a, b) => Date.parse(b.show.date) - Date.parse(a.show.date))[0];
  return result ? <Result prediction={result} /> : null;
}

function Result({ prediction: { show, showId, points } }: { prediction: Prediction }) {
  const params = { id: showId };
  const myRow = useQuery(queryFor(getMyShowRow, { params })).data;
  // Only the total count is used, which any page has.
  const board = useQuery(
    countedQueryFor(getShowLeaderboard, { params, query: { limit: '1' } }),
  ).data;
  return (
    <section
      aria-labelledby="result-in"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-panel border border-rail bg-stage px-4.5 py-4"
    >
      <div className="min-w-0 flex-1 basis-52">
        <h2 id="result-in" className="poster text-poster-md">
          Your result is in
        </h2>
        <p className="wrap-anywhere text-dim">
          <bdi>{show.name}</bdi>
        </p>
      </div>
      <dl className="flex gap-x-8">
        <Figure label="Points" value={points} />
        <RankFigure standing={myRow && board ? { rank: myRow.rank, total: board.total } : null} />
      </dl>
      <Button asChild className="max-sm:w-full">
        <Link href={paths.liveSetlist({ show: showId })}>See how you did</Link>
      </Button>
    </section>
  );
}

/** Older results were probably seen on another device. */
function isRecentResult({ points, show }: Prediction): boolean {
  const age = serverNow() - Date.parse(show.date);
  return points !== null && show.status === 'closed' && age < WEEK;
}
