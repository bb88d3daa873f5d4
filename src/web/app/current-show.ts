import type { Show } from '#contract/shows.ts';

/**
 * The show that an administrator comes to work on: what is live, the earliest start first; else the
 * one not closed that starts, or should have started, nearest to now on this very day or night.
 */
export function currentShow(shows: readonly Show[], now: number): Show | undefined {
  const distance = ({ date }: Show) => Math.abs(Date.parse(date) - now);
  return (
    shows
      .filter(({ status }) => status === 'live')
      .toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date))[0] ??
    shows
      .filter((show) => show.status === 'open' && distance(show) < HALF_A_DAY)
      .toSorted((a, b) => distance(a) - distance(b))[0]
  );
}

/** From the morning of an evening's show until long after its last encore. */
const HALF_A_DAY = 14 * 60 * 60_000;
