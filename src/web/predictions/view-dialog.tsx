import type { Prediction } from '#contract/predictions.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { PredictionCard } from './prediction-card.tsx';

/** 'View & Download': the whole prediction as a card. */
export function ViewDialog({ prediction }: { prediction: Prediction }) {
  return (
    <Dialog
      size="lg"
      title="Your Setlist Prediction"
      trigger={
        <Button variant="ghost" aria-label={`View & Download: ${prediction.show.name}`}>
          View & Download
        </Button>
      }
    >
      <div className="pt-3">
        <PredictionCard prediction={prediction} />
      </div>
    </Dialog>
  );
}
