import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { WEEK } from '#contract/durations.ts';
import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { paths } from '#contract/pages.ts';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { listTours } from '#contract/tour-boards.ts';
import { queryFor, queryWithTotalFor } from '#web/http/query-for.ts';
import { isResultSeen } from '#web/score-display/seen-results.ts';
import { useUser } from '#web/session/use-user.ts';
import { useHidesShow } from '#web/show-display/spoilers.tsx';
import { serverNow } from '#web/time/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { LongName } from '#web/ui/list/long-name.tsx';
import { Figure, RankFigure } from './figure.tsx';

/** Has the same layout for new and seen results, because only the device knows which it is. */
export function LastResult() {
  const { id } = useUser();
  const hidesShow = useHidesShow();
  const predictions = useQuery(queryFor(listMyPredictions)).data ?? [];
  const [result] = predictions
    .filter(isRecentResult)
    .filter(({ show, showId }) => !hidesShow({ ...show, id: showId }))
    .sort((a, b) => Date.parse(b.show.date) - Date.parse(a.show.date));
  const tour = result?.show.tourName;
  const isUnseenTour = Boolean(tour) && !isResultSeen(id, String(tour));
  const tours = useQuery({ ...queryFor(listTours), enabled: isUnseenTour }).data?.tours;
  if (!result) return null;
  const isTourOver = tours?.some(({ name, isOver }) => name === tour && isOver);
  return (
    <div className="grid gap-2">
      <Result prediction={result} isNew={!isResultSeen(id, result.id)} />
      {tour && isTourOver && isUnseenTour && (
        <Link href={paths.tourRecap({ tour })} className="py-2.5 font-semibold underline">
          Your tour recap is ready
        </Link>
      )}
    </div>
  );
}

type ResultProps = { prediction: Prediction; isNew: boolean };

function Result({ prediction: { show, showId, points }, isNew }: ResultProps) {
  return (
    <section
      aria-labelledby="result"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-panel border border-rail bg-stage px-4.5 py-4"
    >
      <div className="min-w-0 flex-1 basis-52">
        <h2 id="result" className="poster text-poster-md">
          {isNew ? 'Your result is in' : 'Your last result'}
        </h2>
        <p className="text-dim">
          <LongName name={show.name} />
        </p>
      </div>
      <dl className="flex gap-x-8 sm:min-w-72 max-[22rem]:*:min-w-0">
        <Figure label="Points" value={points} />
        {isNew && <MyRank showId={showId} />}
      </dl>
      <Button asChild className="max-sm:w-full">
        <Link href={paths.liveSetlist({ show: showId })}>See how you did</Link>
      </Button>
    </section>
  );
}

function MyRank({ showId }: { showId: string }) {
  const params = { id: showId };
  const myRow = useQuery(queryFor(getMyShowRow, { params })).data;
  const board = useQuery(
    queryWithTotalFor(getShowLeaderboard, { params, query: { limit: '1' } }),
  ).data;
  return <RankFigure standing={myRow && board ? { rank: myRow.rank, total: board.total } : null} />;
}

export function isRecentResult({ points, show }: Prediction): boolean {
  const age = serverNow() - Date.parse(show.date);
  return points !== null && show.status === 'closed' && age < WEEK;
}
