import { useQuery } from '@tanstack/react-query';
import { getShowOdds } from '#contract/odds.ts';
import { queryFor } from '#web/http/query-for.ts';

/** Returns each song's chance, or undefined while loading or if the show has no odds. */
export function useSongChances(showId: string): ReadonlyMap<string, number> | undefined {
  const { data } = useQuery({
    ...queryFor(getShowOdds, { params: { id: showId } }),
    // Loads once: each song invalidates the query, but a show's setlist doesn't affect its odds.
    enabled: ({ state }) => state.data === undefined,
  });
  if (!data || data.length === 0) return undefined;
  return new Map(data.map(({ songId, chance }) => [songId, chance]));
}
