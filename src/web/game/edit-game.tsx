import { useQuery } from '@tanstack/react-query';
import { Redirect } from 'wouter';
import { paths } from '#contract/pages.ts';
import { getPrediction, type Prediction } from '#contract/predictions.ts';
import { listSongs } from '#contract/songs.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { useHasEmbeddedData } from '#web/http/use-has-embedded-data.ts';
import { NotFound } from '#web/ui/feedback/empty-state.tsx';
import { SkeletonRegion, SkeletonRows } from '#web/ui/loading/skeleton.tsx';
import { GameFrame } from './game-frame.tsx';
import { PredictionEditor } from './prediction-editor.tsx';

type EditGameProps = { predictionId: string; showId: string | null };

export function EditGame({ predictionId, showId }: EditGameProps) {
  // The editor starts from this prediction, so refetch it in case the cached one is outdated.
  const hasEmbeddedData = useHasEmbeddedData();
  const prediction = useQuery({
    ...queryFor(getPrediction, { params: { id: predictionId } }),
    refetchOnMount: hasEmbeddedData || 'always',
  });
  const songs = useQuery(queryFor(listSongs));

  if (prediction.data && !prediction.isFetchedAfterMount && !hasEmbeddedData)
    return (
      <SkeletonRegion label="Loading your prediction">
        <SkeletonRows count={5} />
      </SkeletonRegion>
    );
  return (
    <Loaded
      query={prediction}
      label="Loading your prediction"
      errorMessage="Your prediction could not be loaded."
      notFound={<PredictionNotFound />}
    >
      {(data) =>
        data.showId === showId ? (
          <GameFrame show={toShow(data)} songs={data.songs}>
            <Loaded
              query={songs}
              label="Loading the songs"
              errorMessage="The songs could not be loaded."
            >
              {(allSongs) => (
                // A change elsewhere remounts the editor, which then offers the unsent draft.
                <PredictionEditor
                  key={data.submittedAt}
                  show={toShow(data)}
                  songs={allSongs}
                  editing={data}
                />
              )}
            </Loaded>
          </GameFrame>
        ) : (
          <Redirect to={paths.game({ show: data.showId, edit: data.id })} replace />
        )
      }
    </Loaded>
  );
}

function toShow({ showId, show }: Prediction) {
  return { ...show, id: showId };
}

function PredictionNotFound() {
  return (
    <NotFound
      title="Prediction not found."
      text="It may have been removed with its show, or belong to another account."
      href={paths.myPredictions()}
      linkText="My Predictions"
    />
  );
}
