import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { paths } from '#contract/pages.ts';
import { getPrediction } from '#contract/predictions.ts';
import { formatPlace } from '#contract/shows.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { SpoilerGuard } from '#web/show-display/spoilers.tsx';
import { longDate } from '#web/time/venue-time.ts';
import { NotFound } from '#web/ui/feedback/empty-state.tsx';
import { BackLink, PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ShareLink } from './share-link.tsx';
import { SharePicture } from './share-picture.tsx';
import { ShareTour } from './share-tour.tsx';

export default function SharePage() {
  const [search] = useSearchParams();
  const id = search.get('prediction');
  const tour = search.get('tour');
  if (tour !== null)
    return (
      <div className="grid max-w-3xl gap-6">
        <ShareTour key={tour} tour={tour} />
      </div>
    );
  return (
    <div className="grid max-w-3xl gap-6">
      <BackLink href={paths.myPredictions()} label="My Predictions" />
      {id ? <PredictionById key={id} id={id} /> : <PredictionNotFound />}
    </div>
  );
}

function PredictionById({ id }: { id: string }) {
  const prediction = useQuery(queryFor(getPrediction, { params: { id } }));
  return (
    <Loaded
      query={prediction}
      label="Loading your prediction"
      errorMessage="Your prediction could not be loaded."
      notFound={<PredictionNotFound />}
    >
      {(data) => (
        <SpoilerGuard show={{ ...data.show, id: data.showId }} as="h1">
          <PageHeader
            title="Share Your Prediction"
            subtitle={
              <p>
                <bdi>{data.show.name}</bdi> · {formatPlace(data.show)} ·{' '}
                {longDate(data.show.date, data.show.timeZone)}
              </p>
            }
          />
          <SharePicture prediction={data} />
          <Panel title="Public link">
            <div className="px-4.5 pb-4.5">
              <ShareLink prediction={data} />
            </div>
          </Panel>
        </SpoilerGuard>
      )}
    </Loaded>
  );
}

function PredictionNotFound() {
  return (
    <NotFound
      title="Prediction not found."
      text="Only your own predictions can be shared."
      href={paths.myPredictions()}
      linkText="My Predictions"
    />
  );
}
