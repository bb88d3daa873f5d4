import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { SHOW_LENGTHS } from './shows.ts';
import { visibleText } from './text.ts';

/** A tour is over when at least one of its shows is closed and none can still be played. */
export function isTourOver(shows: readonly { status: string }[]): boolean {
  const isOver = ({ status }: { status: string }) => status === 'closed' || status === 'cancelled';
  return shows.some(({ status }) => status === 'closed') && shows.every(isOver);
}

/** Counts the shows of each tour, in the order of the tours' first shows in the list. */
export function countTourShows(
  shows: readonly { tourName: string | null }[],
): { name: string; showCount: number }[] {
  const counts = new Map<string, number>();
  for (const { tourName } of shows)
    if (tourName !== null) counts.set(tourName, (counts.get(tourName) ?? 0) + 1);
  return [...counts].map(([name, showCount]) => ({ name, showCount }));
}

const count = z.int('Count must be a whole number').min(0, 'Count must be at least 0');

/** The counts are those that the administrator confirmed: 409 if they are different now. */
export const renameTourBody = z.object({
  name: z.string().max(SHOW_LENGTHS.tourName),
  showCount: count,
  newName: visibleText(SHOW_LENGTHS.tourName, 'Name is required'),
  /** The number of shows in the tour that already has the new name, or 0. */
  mergedShowCount: count,
});

export const renameTour = endpoint('renameTour', {
  method: 'PATCH',
  path: '/api/tours',
  tag: 'shows',
  who: 'admin',
  summary: 'Rename a tour in all of its shows, or merge it into the tour that has the new name',
  body: renameTourBody,
  status: 200,
  returns: z.object({ name: z.string(), showCount: z.int() }),
});
