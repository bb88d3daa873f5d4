import { useSearchParams } from 'wouter';
import { ChooseShow } from './choose-show.tsx';
import { EditGame } from './edit-game.tsx';
import { NewGame } from './new-game.tsx';

/** /game: choose a show; ?show= predicts it; ?edit= changes a prediction. */
export default function GamePage() {
  const [search] = useSearchParams();
  const showId = search.get('show');
  const predictionId = search.get('edit');
  if (predictionId)
    return <EditGame key={predictionId} predictionId={predictionId} showId={showId} />;
  if (showId) return <NewGame key={showId} showId={showId} />;
  return <ChooseShow />;
}
