import type { Prediction } from '#contract/predictions.ts';
import { useCurrentShow } from '#web/show-display/displayed-show.ts';
import { HiddenShow, useHidesShow } from '#web/show-display/spoilers.tsx';
import { isRecentResult } from './last-result.tsx';

export function HiddenShows({ predictions }: { predictions: readonly Prediction[] }) {
  const hidesShow = useHidesShow();
  const liveShow = useCurrentShow();
  const results = predictions
    .filter(isRecentResult)
    .map(({ show, showId }) => ({ ...show, id: showId }));
  const shows = [...(liveShow ? [liveShow] : []), ...results].filter(hidesShow);
  return shows.map((show) => <HiddenShow key={show.id} show={show} />);
}
