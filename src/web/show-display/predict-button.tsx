import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { listMyPredictions, MAX_PICKS, type Prediction } from '#contract/predictions.ts';
import type { LockableShow } from '#contract/show-lock.ts';
import type { Show } from '#contract/shows.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Button, type ButtonVariant } from '#web/ui/button.tsx';
import { Check } from '#web/ui/icons.ts';
import { useIsOpenForPredictions } from './displayed-show.ts';

type PredictButtonProps = {
  show: Pick<Show, 'id' | 'name'> & LockableShow;
  variant?: ButtonVariant | undefined;
};

export function PredictButton({ show, variant = 'quiet' }: PredictButtonProps) {
  const isOpen = useIsOpenForPredictions(show);
  const myPredictions = useQuery(queryFor(listMyPredictions)).data;
  const myPrediction = myPredictions?.find(({ showId }) => showId === show.id);
  if (!isOpen) return <Button disabled>Closed</Button>;
  if (myPrediction)
    return (
      <>
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-dim text-sm tabular-nums">
          <Check aria-hidden className="size-4 shrink-0 text-exact-on-hall" />
          {myPrediction.songs.length} / {MAX_PICKS} songs
        </span>
        <EditLink prediction={myPrediction} variant={variant} />
      </>
    );
  return (
    <Button asChild variant={variant}>
      <Link href={paths.game({ show: show.id })} aria-label={`Make Prediction: ${show.name}`}>
        Make Prediction
      </Link>
    </Button>
  );
}

type EditLinkProps = { prediction: Prediction; variant?: ButtonVariant | undefined };

export function EditLink({ prediction, variant }: EditLinkProps) {
  const { id, showId, show, points } = prediction;
  const canEdit = useIsOpenForPredictions(show) && points === null;
  if (!canEdit) return null;
  return (
    <Button asChild variant={variant}>
      <Link
        href={paths.game({ show: showId, edit: id })}
        aria-label={`Edit Prediction: ${show.name}`}
      >
        Edit Prediction
      </Link>
    </Button>
  );
}
