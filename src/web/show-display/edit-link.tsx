import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import type { Prediction } from '#contract/predictions.ts';
import { Button } from '#web/ui/button.tsx';
import { useTakesPredictions } from './use-takes-predictions.ts';

type EditLinkProps = { prediction: Prediction; variant?: 'lamp' | 'quiet' | undefined };

/** 'Edit Prediction', while `canEditPrediction`: it goes at the moment of the lock. */
export function EditLink({ prediction, variant }: EditLinkProps) {
  const { id, showId, show, points } = prediction;
  const canEdit = useTakesPredictions(show) && points === null;
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
