import type { Prediction } from '#contract/predictions.ts';
import { shortDate } from '#web/time/venue-time.ts';
import type { ChartColumn } from '#web/ui/list/column-chart.tsx';

export function findBestScore(predictions: readonly Pick<Prediction, 'points'>[]): number {
  return Math.max(0, ...predictions.map(({ points }) => points ?? 0));
}

type ScoredPrediction = Pick<Prediction, 'id' | 'showId' | 'points'> & {
  show: Pick<Prediction['show'], 'name' | 'date' | 'timeZone'>;
};

/** Returns a column for each of the last `MAX_SHOWS` scored shows, oldest first. */
export function createPointsColumns(
  predictions: readonly ScoredPrediction[],
  wonShowIds: ReadonlySet<string>,
): ChartColumn[] {
  const scoredPredictions = predictions
    .filter(({ points }) => points !== null)
    .sort((a, b) => Date.parse(a.show.date) - Date.parse(b.show.date))
    .slice(-MAX_SHOWS);
  return scoredPredictions.map(({ id, showId, points, show }, index) => {
    const { name, date, timeZone } = show;
    const day = shortDate(date, timeZone);
    // A phone has no space for more labels.
    const isEnd = index === 0 || index === scoredPredictions.length - 1;
    const tick = isEnd ? day.replace(/, \d+$/, '') : undefined;
    const isWon = wonShowIds.has(showId);
    return { key: id, label: `${name}, ${day}`, value: points ?? 0, tick, isWon };
  });
}

export const MAX_SHOWS = 30;
