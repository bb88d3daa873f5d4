import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { PREDICTIONS_CLOSED } from '#contract/show-lock.ts';
import { listUpcomingShows, type Show } from '#contract/shows.ts';
import { queryFor } from '#web/http/query-for.ts';
import { type DisplayedShow, useNextToPredict } from '#web/show-display/displayed-show.ts';
import { timeWithZone } from '#web/time/venue-time.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

type ClosedShowProps = { show: DisplayedShow & { id: string } };

/** In place of the game, for a fan whose prediction can't change anymore. */
export function AlreadyPredicted({ show }: ClosedShowProps) {
  return (
    <EmptyState
      as="h2"
      title="You already have a prediction for this show"
      text={
        <>
          <span className="block">{PREDICTIONS_CLOSED}</span>
          <span>{describeState(show)}</span>
        </>
      }
      action={<NextSteps show={show} hasPrediction />}
    />
  );
}

type NextStepsProps = ClosedShowProps & { hasPrediction: boolean };

export function ClosedNotice({ show, hasPrediction }: NextStepsProps) {
  return (
    <section
      aria-label="Predictions are closed"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-panel border border-edge px-5 py-4"
    >
      <p>{describeState(show)}</p>
      <div className="flex flex-wrap gap-3">
        <NextSteps {...{ show, hasPrediction }} />
      </div>
    </section>
  );
}

function describeState({ status, date, timeZone, arePredictionsFrozen }: DisplayedShow) {
  if (status === 'live') return 'The show is on now.';
  if (status === 'closed') return 'The show is over.';
  if (status !== 'open' || arePredictionsFrozen) return null;
  return `Locked. The show starts at ${timeWithZone(date, timeZone)}.`;
}

function NextSteps({ show, hasPrediction }: NextStepsProps) {
  const next = useNextWithoutPrediction();
  const isLive = show.status === 'live';
  return (
    <>
      {next && (
        <Button asChild variant="lamp">
          <Link href={paths.game({ show: next.id })}>Predict {next.name}</Link>
        </Button>
      )}
      {isLive && (
        <Button asChild variant={next ? 'quiet' : 'lamp'}>
          <Link href={paths.liveSetlist({ show: show.id })}>Watch live</Link>
        </Button>
      )}
      {hasPrediction && (
        <Button asChild>
          <Link href={paths.myPredictions({ show: show.id })}>My Predictions</Link>
        </Button>
      )}
    </>
  );
}

function useNextWithoutPrediction(): Show | undefined {
  const shows = useQuery(queryFor(listUpcomingShows)).data ?? [];
  const myPredictions = useQuery(queryFor(listMyPredictions)).data ?? [];
  const predictedIds = new Set(myPredictions.map(({ showId }) => showId));
  return useNextToPredict(shows.filter(({ id }) => !predictedIds.has(id)));
}
