import { Link } from 'wouter';
import { predictionsLockAt, type Show } from '#contract/shows.ts';
import { useHasPassed } from '#web/time/use-now.ts';
import { Button } from '#web/ui/button.tsx';

type PredictButtonProps = {
  show: Pick<Show, 'id' | 'name' | 'date' | 'status'>;
  variant?: 'lamp' | 'quiet' | undefined;
};

/** 'Make Prediction' while predictions are taken; from the lock on a disabled 'Closed'. */
export function PredictButton({ show, variant = 'quiet' }: PredictButtonProps) {
  const isLocked = useHasPassed(predictionsLockAt(show));
  if (show.status !== 'open' || isLocked) return <Button disabled>Closed</Button>;
  return (
    <Button asChild variant={variant}>
      <Link href={`/game?show=${show.id}`} aria-label={`Make Prediction: ${show.name}`}>
        Make Prediction
      </Link>
    </Button>
  );
}
