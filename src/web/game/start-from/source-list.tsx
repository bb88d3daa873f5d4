import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listMyPredictions, MAX_PICKS, type Prediction } from '#contract/predictions.ts';
import { queryFor } from '#web/http/query-for.ts';
import { ChevronRight, Dices, ListMusic, ListOrdered } from '#web/ui/icons.ts';

type SourceListProps = {
  showId: string;
  onPrediction: (prediction: Prediction) => void;
  onSetlists: () => void;
  onSurprise: () => void;
};

export function SourceList({ showId, onPrediction, onSetlists, onSurprise }: SourceListProps) {
  const { data: predictions } = useQuery(queryFor(listMyPredictions));
  const last = findLastPrediction(predictions ?? [], showId);
  return (
    <ul className="grid gap-2.5">
      <Source
        Icon={ListOrdered}
        title="My last prediction"
        detail={
          last
            ? `${last.songs.length} ${last.songs.length === 1 ? 'song' : 'songs'} for ${last.show.name}`
            : 'You have no prediction for another show yet.'
        }
        onClick={last && (() => onPrediction(last))}
      />
      <Source
        Icon={ListMusic}
        title="A past setlist"
        detail="What the band played at a show you pick."
        onClick={onSetlists}
      />
      <Source
        Icon={Dices}
        title="Surprise me"
        detail={`${MAX_PICKS} songs drawn by the odds. Keep the ones you like and roll again.`}
        onClick={onSurprise}
      />
    </ul>
  );
}

function findLastPrediction(
  predictions: readonly Prediction[],
  showId: string,
): Prediction | undefined {
  return predictions
    .filter((prediction) => prediction.showId !== showId && prediction.songs.length > 0)
    .toSorted((a, b) => Date.parse(b.submittedAt) - Date.parse(a.submittedAt))[0];
}

type SourceProps = {
  Icon: typeof Dices;
  title: string;
  detail: ReactNode;
  onClick: (() => void) | undefined;
};

function Source({ Icon, title, detail, onClick }: SourceProps) {
  return (
    <li>
      <button
        type="button"
        disabled={!onClick}
        onClick={onClick}
        className="flex min-h-18 w-full items-center gap-4 rounded-panel border border-edge px-4.5 py-3 text-left transition-colors duration-100 enabled:hover:bg-text/8 disabled:border-rail"
      >
        <Icon aria-hidden className="size-6 shrink-0 text-dim" />
        <span className="grid min-w-0 flex-1 gap-1.5">
          <span className={`poster block text-poster-sm ${onClick ? '' : 'text-dim'}`}>
            {title}
          </span>
          <span className="wrap-anywhere block text-dim text-sm">{detail}</span>
        </span>
        {onClick && <ChevronRight aria-hidden className="size-5 shrink-0 text-dim" />}
      </button>
    </li>
  );
}
