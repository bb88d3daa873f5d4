import type { Show } from '#contract/shows.ts';

/** Live shows first, then past ones (latest first), then upcoming ones (soonest first). */
export function showsByInterest<Of extends Pick<Show, 'date' | 'status'>>(
  shows: readonly Of[],
  now: number,
): Of[] {
  const byDate = shows.toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date));
  const groups: [Of[], Of[], Of[]] = [[], [], []];
  for (const show of byDate) {
    if (show.status === 'live') groups[0].push(show);
    else if (show.status === 'closed' || Date.parse(show.date) < now) groups[1].unshift(show);
    else groups[2].push(show);
  }
  return groups.flat();
}
