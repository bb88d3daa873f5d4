import type { Show } from '#contract/shows.ts';

/**
 * Returns the show that an administrator most likely wants: the live one, or the open one that
 * starts nearest to now.
 */
export function currentShow(shows: readonly Show[], now: number): Show | undefined {
  const distance = ({ date }: Show) => Math.abs(Date.parse(date) - now);
  return (
    shows
      .filter(({ status }) => status === 'live')
      .toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date))[0] ??
    shows
      .filter((show) => show.status === 'open' && distance(show) < MAX_DISTANCE_MS)
      .toSorted((a, b) => distance(a) - distance(b))[0]
  );
}

/** Covers the time from the morning of a show until well after its encore. */
const MAX_DISTANCE_MS = 14 * 60 * 60_000;
