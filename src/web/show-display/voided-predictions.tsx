import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { listVoidedPredictions, type VoidedPrediction } from '#contract/voided-predictions.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';
import { useIsOpenForPredictions } from './displayed-show.ts';

type VoidedPredictionsProps = {
  /** By default, the fan's discarded predictions of all shows. */
  showId?: string | null;
  hidesLink?: boolean;
};

/** Says which predictions were discarded, while the fan can predict the show again. */
export function VoidedPredictions({ showId, hidesLink = false }: VoidedPredictionsProps) {
  const { data = [] } = useQuery(queryFor(listVoidedPredictions));
  return data
    .filter((voided) => !showId || voided.showId === showId)
    .map((voided) => <Notice key={voided.showId} voided={voided} hidesLink={hidesLink} />);
}

function Notice({ voided, hidesLink }: { voided: VoidedPrediction; hidesLink: boolean }) {
  const { showId, show } = voided;
  if (!useIsOpenForPredictions(show)) return null;
  return (
    <section
      aria-label="Discarded prediction"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-panel border border-edge px-5 py-4"
    >
      <p className="wrap-anywhere min-w-0 flex-1 basis-52">
        Your prediction for <bdi>{show.name}</bdi> was discarded, because the show reopened after
        fans had seen each other’s predictions.
      </p>
      {!hidesLink && (
        <Button asChild>
          <Link href={paths.game({ show: showId })} aria-label={`Predict again: ${show.name}`}>
            Predict again
          </Link>
        </Button>
      )}
    </section>
  );
}
