import type { Prediction } from '#contract/predictions.ts';
import { useBand } from '#web/band/use-band.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { CardActions } from './picture/card-actions.tsx';
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
      <CardToKeep prediction={prediction} />
    </Dialog>
  );
}

function CardToKeep({ prediction }: { prediction: Prediction }) {
  const { username } = useUser();
  const band = useBand();
  return (
    <>
      <div className="pt-3 max-sm:mx-auto max-sm:max-w-[450px]">
        <div className="-mx-3 sm:mx-0">
          <PredictionCard prediction={prediction} />
        </div>
      </div>
      {band && (
        <CardActions
          kind="prediction"
          showName={prediction.show.name}
          content={JSON.stringify([prediction, username, band])}
          scale={SCALE}
          card={<PredictionCard prediction={prediction} />}
        />
      )}
    </>
  );
}

/** Pixels of the picture for each of the card's (product rule). */
const SCALE = 2;
