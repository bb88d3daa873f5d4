import { useQuery } from '@tanstack/react-query';
import type { Prediction } from '#contract/predictions.ts';
import { getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { useBand } from '#web/band/use-band.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button, type ButtonSize, type ButtonVariant } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { CardActions } from './image/card-actions.tsx';
import { PredictionCard } from './prediction-card.tsx';

type ViewDialogProps = {
  prediction: Prediction;
  size?: ButtonSize | undefined;
  variant?: ButtonVariant | undefined;
};

export function ViewDialog({ prediction, size, variant }: ViewDialogProps) {
  return (
    <Dialog
      size="lg"
      title="Your Setlist Prediction"
      trigger={
        <Button
          size={size}
          variant={variant}
          aria-label={`View & Download: ${prediction.show.name}`}
        >
          View & Download
        </Button>
      }
    >
      {prediction.points === null ? (
        <CardWithActions prediction={prediction} setlist={null} />
      ) : (
        <ScoredCard prediction={prediction} />
      )}
    </Dialog>
  );
}

function ScoredCard({ prediction }: { prediction: Prediction }) {
  const params = { id: prediction.showId };
  const setlist = useQuery(queryFor(getSetlist, { params }));
  return (
    <Loaded
      query={setlist}
      label="Loading the setlist"
      errorMessage="The setlist could not be loaded."
    >
      {(rows) => <CardWithActions prediction={prediction} setlist={rows} />}
    </Loaded>
  );
}

type CardWithActionsProps = { prediction: Prediction; setlist: readonly SetlistEntry[] | null };

function CardWithActions({ prediction, setlist }: CardWithActionsProps) {
  const { username } = useUser();
  const band = useBand();
  return (
    <>
      <div className="pt-3 max-sm:mx-auto max-sm:max-w-[450px]">
        <div className="-mx-3 sm:mx-0">
          <PredictionCard prediction={prediction} setlist={setlist} />
        </div>
      </div>
      {band && (
        <CardActions
          kind="prediction"
          showName={prediction.show.name}
          content={JSON.stringify([prediction, setlist, username, band])}
          scale={SCALE}
          card={<PredictionCard prediction={prediction} setlist={setlist} />}
        />
      )}
    </>
  );
}

/** Image pixels per CSS pixel (specification). */
const SCALE = 2;
