import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { paths } from '#contract/pages.ts';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PredictionSummary } from './prediction-summary.tsx';

/** /my-predictions: one's own predictions in the order of the list; ?show= shows one of them. */
export default function MyPredictionsPage() {
  const [search] = useSearchParams();
  const showId = search.get('show');
  const mine = useQuery({ ...queryFor(listMyPredictions), refetchOnMount: 'always' });
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
        query={mine}
        label="Loading your predictions"
        failed="Your predictions could not be loaded."
      >
        {(all) => <Cards predictions={all} showId={showId} />}
      </Loaded>
    </div>
  );
}

type CardsProps = { predictions: readonly Prediction[]; showId: string | null };

function Cards({ predictions, showId }: CardsProps) {
  const shown = showId ? predictions.filter((one) => one.showId === showId) : predictions;
  if (shown.length === 0) return <Nothing isFiltered={showId !== null} />;
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-10 pt-2 lg:grid-cols-2">
      {shown.map((prediction) => (
        <PredictionSummary key={prediction.id} prediction={prediction} />
      ))}
    </div>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
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
