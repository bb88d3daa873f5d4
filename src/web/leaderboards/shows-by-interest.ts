import { hasResults, type Show } from '#contract/shows.ts';

/** Sorts live shows first, then past ones (latest first), then upcoming ones (soonest first). */
export function sortShowsByInterest<Item extends Pick<Show, 'date' | 'status'>>(
  shows: readonly Item[],
  now: number,
): Item[] {
  const byDate = shows.toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date));
  const groups: [Item[], Item[], Item[]] = [[], [], []];
  for (const show of byDate) {
    if (show.status === 'live') groups[0].push(show);
    else if (show.status === 'closed' || Date.parse(show.date) < now) groups[1].unshift(show);
    else groups[2].push(show);
  }
  return groups.flat();
}

/** Returns the live show, or the last one with results. */
export function findShowToOpen<Item extends Pick<Show, 'date' | 'status'>>(
  shows: readonly Item[],
  now: number,
): Item | undefined {
  return sortShowsByInterest(shows, now).find(
    (show) => show.status === 'live' || (hasResults(show) && Date.parse(show.date) < now),
  );
}
