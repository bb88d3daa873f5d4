import type { Prediction } from '#contract/predictions.ts';

/** `now` is Unix time in ms. */
export function isPastShow({ show }: Pick<Prediction, 'show'>, now: number): boolean {
  if (show.status === 'live' || show.status === 'postponed') return false;
  return show.status === 'closed' || Date.parse(show.date) < now;
}

export interface Tour<P> {
  name: string;
  predictions: P[];
}

/** Keeps the order of the predictions, and sorts tours by their first one. */
export function groupByTour<P extends { show: { tourName: string | null } }>(
  predictions: readonly P[],
): Tour<P>[] {
  const tours = new Map<string, P[]>();
  for (const prediction of predictions) {
    const name = prediction.show.tourName ?? 'Other shows';
    tours.set(name, [...(tours.get(name) ?? []), prediction]);
  }
  return [...tours].map(([name, predictions]) => ({ name, predictions }));
}
