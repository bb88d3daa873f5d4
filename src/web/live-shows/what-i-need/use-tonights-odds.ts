import { useQuery } from '@tanstack/react-query';
import { getShowOdds } from '#contract/odds.ts';
import { queryFor } from '#web/http/query-for.ts';

/** Returns each song's chance, or undefined while loading and without odds. */
export function useTonightsOdds(showId: string): ReadonlyMap<string, number> | undefined {
  const { data } = useQuery({
    ...queryFor(getShowOdds, { params: { id: showId } }),
    // Loads once: a live show's own songs don't change its odds, but invalidate them.
    enabled: ({ state }) => state.data === undefined,
  });
  if (!data || data.length === 0) return undefined;
  return new Map(data.map(({ songId, chance }) => [songId, chance]));
}
