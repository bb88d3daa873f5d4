import { Link } from 'wouter';
import type { Prediction } from '#contract/predictions.ts';
import { PREDICTIONS_CLOSED } from '#contract/shows.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { EditLink } from './edit-link.tsx';
import { useTakesPredictions } from './use-takes-predictions.ts';

/** In place of a second prediction for the same show. */
export function AlreadyPredicted({ prediction }: { prediction: Prediction }) {
  const isOpen = useTakesPredictions(prediction.show);
  return (
    <EmptyState
      as="h2"
      title="You already have a prediction for this show"
      text={isOpen ? 'You can change it until the lock.' : PREDICTIONS_CLOSED}
      action={
        <>
          <EditLink prediction={prediction} variant="lamp" />
          <Button asChild>
            <Link href={`/my-predictions?show=${prediction.showId}`}>My Predictions</Link>
          </Button>
        </>
      }
    />
  );
}
