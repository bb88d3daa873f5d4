import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useSearchParams } from 'wouter';
import { paths } from '#contract/pages.ts';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { hasResults, UNPLAYED_STATUSES } from '#contract/shows.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { EditLink } from '#web/show-display/predict-button.tsx';
import { ShowFacts, StatusBadge } from '#web/show-display/show-facts.tsx';
import { browserTimeZone, clockTime, longDate, shortDate } from '#web/time/venue-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Sheet, SheetFooter, SheetHeader, SheetRow } from '#web/ui/list/sheet.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ResultsDialog } from './results-dialog.tsx';
import { ViewDialog } from './view-dialog.tsx';

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
      <Loaded
        query={predictions}
        label="Loading your predictions"
        errorMessage="Your predictions could not be loaded."
      >
        {(allPredictions) => <Cards predictions={allPredictions} showId={showId} />}
      </Loaded>
    </div>
  );
}

type CardsProps = { predictions: readonly Prediction[]; showId: string | null };

function Cards({ predictions, showId }: CardsProps) {
  const visiblePredictions = showId
    ? predictions.filter((prediction) => prediction.showId === showId)
    : predictions;
  if (visiblePredictions.length === 0) return <NoPredictions isFiltered={showId !== null} />;
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-10 pt-2 lg:grid-cols-2">
      {visiblePredictions.map((prediction) => (
        <PredictionSummary key={prediction.id} prediction={prediction} />
      ))}
    </div>
  );
}

function NoPredictions({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      as="h2"
      title={isFiltered ? 'No prediction for this show' : 'No predictions yet'}
      action={
        <>
          <Button asChild variant="lamp">
            <Link href={paths.game()}>Make Prediction</Link>
          </Button>
          {isFiltered && (
            <Button asChild>
              <Link href={paths.myPredictions()}>View All Predictions</Link>
            </Button>
          )}
        </>
      }
    />
  );
}

function PredictionSummary({ prediction }: { prediction: Prediction }) {
  const { show, songs, submittedAt } = prediction;
  const titleId = useId();
  const hiddenCount = songs.length - PREVIEW_SONGS;
  return (
    <Sheet as="article" aria-labelledby={titleId} className="flex flex-col">
      <SheetHeader
        id={titleId}
        title={show.name}
        subtitle={
          <>
            <p>{longDate(show.date, show.timeZone)}</p>
            <ShowFacts show={show} />
          </>
        }
        corner={<PredictionState prediction={prediction} />}
      />
      <ol aria-label={`Songs predicted for ${show.name}`}>
        {songs.slice(0, PREVIEW_SONGS).map(({ id, title, position }) => (
          <SheetRow key={id} number={position} title={title} />
        ))}
      </ol>
      <div className="grid gap-1 px-4.5 pt-3 text-ink-dim text-sm sm:px-6">
        {hiddenCount > 0 && <p className="font-semibold text-ink">+{hiddenCount} more...</p>}
        <p>
          {songs.length} {songs.length === 1 ? 'song' : 'songs'} selected · Submitted{' '}
          {shortDate(submittedAt, browserTimeZone())}, {clockTime(submittedAt, browserTimeZone())}
        </p>
      </div>
      <div className="mt-auto">
        <SheetFooter>
          <div className="flex flex-wrap gap-2.5">
            <EditLink prediction={prediction} />
            {hasResults(show) && <ResultsDialog prediction={prediction} />}
            <ViewDialog prediction={prediction} />
            <Button asChild>
              <Link
                href={paths.share({ prediction: prediction.id })}
                aria-label={`Share Link: ${show.name}`}
              >
                Share Link
              </Link>
            </Button>
          </div>
        </SheetFooter>
      </div>
    </Sheet>
  );
}

/** Number of songs (specification). */
const PREVIEW_SONGS = 6;

function PredictionState({ prediction: { points, show } }: { prediction: Prediction }) {
  if (points !== null)
    return (
      <p>
        <span className="poster text-poster-lg leading-none">{points}</span>{' '}
        <span className="text-ink-dim text-xs">{points === 1 ? 'point' : 'points'}</span>
      </p>
    );
  if (show.status === 'live')
    return (
      <Badge tone="lamp">
        <LiveDot />
        Live
      </Badge>
    );
  const isUnplayed = UNPLAYED_STATUSES.some((status) => status === show.status);
  return isUnplayed ? <StatusBadge status={show.status} /> : <Badge>Pending</Badge>;
}
