import { useQuery } from '@tanstack/react-query';
import { Redirect } from 'wouter';
import { paths } from '#contract/pages.ts';
import { canEditPrediction, listMyPredictions } from '#contract/predictions.ts';
import { getShow, type Show } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { useHasEmbeddedData } from '#web/http/use-has-embedded-data.ts';
import { ShowNotFound } from '#web/show-display/show-facts.tsx';
import { VoidedPredictions } from '#web/show-display/voided-predictions.tsx';
import { serverNow } from '#web/time/server-clock.ts';
import { AlreadyPredicted } from './closed-game.tsx';
import { GameFrame } from './game-frame.tsx';
import { PredictionEditor } from './prediction-editor.tsx';

export function NewGame({ showId }: { showId: string }) {
  const show = useQuery(queryFor(getShow, { params: { id: showId } }));
  const hasEmbeddedData = useHasEmbeddedData();
  return (
    <Loaded
      query={show}
      label="Loading the show"
      errorMessage="The show could not be loaded."
      notFound={<ShowNotFound />}
    >
      {(data) => (
        <GameFrame show={data}>
          <VoidedPredictions showId={data.id} hidesLink />
          <Prediction show={data} hasEmbeddedData={hasEmbeddedData} />
        </GameFrame>
      )}
    </Loaded>
  );
}

function Prediction({ show, hasEmbeddedData }: { show: Show; hasEmbeddedData: boolean }) {
  // Another tab or device may have submitted a prediction.
  const predictions = useQuery({
    ...queryFor(listMyPredictions),
    refetchOnMount: hasEmbeddedData || 'always',
  });
  const songs = useQuery(queryFor(listSongs));
  const existingPrediction = predictions.data?.find(({ showId }) => showId === show.id);
  if (existingPrediction && canEditPrediction(existingPrediction, serverNow()))
    return <Redirect to={paths.game({ show: show.id, edit: existingPrediction.id })} replace />;
  if (existingPrediction) return <AlreadyPredicted show={show} />;
  return (
    <Loaded
      query={predictions}
      label="Loading the game"
      errorMessage="Your predictions could not be loaded."
    >
      {() => (
        <Loaded
          query={songs}
          label="Loading the songs"
          errorMessage="The songs could not be loaded."
        >
          {(allSongs) => <PredictionEditor show={show} songs={allSongs} editing={null} />}
        </Loaded>
      )}
    </Loaded>
  );
}
