import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { PREDICTIONS_CLOSED } from '#contract/shows.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** In place of a second prediction for a show, once the first can't be changed any more. */
export function AlreadyPredicted({ showId }: { showId: string }) {
  return (
    <EmptyState
      as="h2"
      title="You already have a prediction for this show"
      text={PREDICTIONS_CLOSED}
      action={
        <Button asChild>
          <Link href={paths.myPredictions({ show: showId })}>My Predictions</Link>
        </Button>
      }
    />
  );
}
