import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { listMyResults } from '#contract/leaderboards.ts';
import { paths } from '#contract/pages.ts';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { RulesLink } from '#web/score-display/rules-link.tsx';
import { BlankSheet } from '#web/show-display/blank-sheet.tsx';
import { HiddenShow, useHidesShow } from '#web/show-display/spoilers.tsx';
import { VoidedPredictions } from '#web/show-display/voided-predictions.tsx';
import { serverNow } from '#web/time/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { Facts } from '#web/ui/list/facts.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { isPastShow } from './past-shows.ts';
import { PastTours } from './past-tours.tsx';
import { PredictionSheet } from './prediction-sheet.tsx';

export default function MyPredictionsPage() {
  const [search] = useSearchParams();
  const showId = search.get('show');
  const predictions = useQuery({ ...queryFor(listMyPredictions), refetchOnMount: 'always' });
  return (
    <div className="grid gap-8">
      <div className="grid gap-3">
        {showId && (
          <Link
            href={paths.myPredictions()}
            className="justify-self-start rounded-md py-2 font-semibold text-dim hover:text-text"
          >
            ← View All Predictions
          </Link>
        )}
        <PageHeader title="My Predictions" />
      </div>
      <VoidedPredictions showId={showId} />
      <Loaded
        query={predictions}
        label="Loading your predictions"
        errorMessage="Your predictions could not be loaded."
      >
        {(allPredictions) => <Cards predictions={allPredictions} showId={showId} />}
      </Loaded>
      <RulesLink />
    </div>
  );
}

type CardsProps = { predictions: readonly Prediction[]; showId: string | null };

function Cards({ predictions, showId }: CardsProps) {
  const hidesShow = useHidesShow();
  const chosenPredictions = showId
    ? predictions.filter((prediction) => prediction.showId === showId)
    : predictions;
  const hiddenShows = chosenPredictions
    .map((prediction) => ({ ...prediction.show, id: prediction.showId }))
    .filter(hidesShow);
  const hiddenIds = new Set(hiddenShows.map(({ id }) => id));
  const visiblePredictions = chosenPredictions.filter((item) => !hiddenIds.has(item.showId));
  if (chosenPredictions.length === 0) return <NoPredictions isFiltered={showId !== null} />;
  const now = serverNow();
  const isFolded = (prediction: Prediction) => !showId && isPastShow(prediction, now);
  const pastPredictions = visiblePredictions.filter(isFolded);
  const otherPredictions = visiblePredictions.filter((prediction) => !isFolded(prediction));
  const isOnlyOne = otherPredictions.length === 1;
  return (
    <>
      {!showId && <Summary predictions={visiblePredictions} />}
      {hiddenShows.map((show) => (
        <HiddenShow key={show.id} show={show} />
      ))}
      {otherPredictions.length > 0 && (
        <div
          className={classes(
            'grid grid-cols-1 gap-x-8 gap-y-10 pt-2',
            !isOnlyOne && 'lg:grid-cols-2',
          )}
        >
          {otherPredictions.map((prediction) => (
            <PredictionSheet key={prediction.id} prediction={prediction} isWide={isOnlyOne} />
          ))}
        </div>
      )}
      {pastPredictions.length > 0 && (
        <div className="grid gap-y-8 pt-2">
          <PastTours predictions={pastPredictions} opensNewest={otherPredictions.length === 0} />
        </div>
      )}
    </>
  );
}

function Summary({ predictions }: Pick<CardsProps, 'predictions'>) {
  const results = useQuery(queryFor(listMyResults)).data ?? [];
  const points = predictions.flatMap((prediction) => prediction.points ?? []);
  if (points.length === 0) return null;
  const shownIds = new Set(predictions.map(({ showId }) => showId));
  // Everyone shares the first rank without points.
  const wins = results.filter(
    (result) => result.rank === 1 && result.points > 0 && shownIds.has(result.showId),
  ).length;
  const facts = [
    points.length === 1 ? '1 show' : `${points.length} shows`,
    `best ${Math.max(...points)}`,
    wins > 0 && (wins === 1 ? '1 win' : `${wins} wins`),
  ];
  return <Facts facts={facts} className="-mt-6 text-dim" />;
}

function NoPredictions({ isFiltered }: { isFiltered: boolean }) {
  return (
    <BlankSheet
      title={isFiltered ? 'No prediction for this show' : 'No predictions yet'}
      text="Choose a show and list the songs you expect. Your points appear here as the band plays."
      actions={
        <>
          {isFiltered && (
            <Button asChild>
              <Link href={paths.myPredictions()}>View All Predictions</Link>
            </Button>
          )}
          <Button asChild variant="lamp">
            <Link href={paths.game()}>Make Prediction</Link>
          </Button>
        </>
      }
    />
  );
}
