import { useQuery } from '@tanstack/react-query';
import { getHouseNight } from '#contract/house-players.ts';
import { type HousePoints, scoreHousePlayers } from '#contract/house-points.ts';
import { getSetlist } from '#contract/setlists.ts';
import { hasResults, type Show } from '#contract/shows.ts';
import { queryFor } from '#web/http/query-for.ts';

export interface HouseStanding {
  /** The number of setlists the predictions are based on; null before the house players predict. */
  setlistCount: number | null;
  /** The number of sheets The Twenty was made from; null if it didn't exist yet. */
  twentySheets: number | null;
  points: readonly HousePoints[];
}

/** Returns undefined while loading, null on failure. The points follow the cached setlist. */
export function useHousePoints(
  show: Pick<Show, 'id' | 'status'>,
): HouseStanding | null | undefined {
  const params = { id: show.id };
  const night = useQuery(queryFor(getHouseNight, { params }));
  const setlist = useQuery({ ...queryFor(getSetlist, { params }), enabled: hasResults(show) });
  if (!night.data || (hasResults(show) && !setlist.data))
    return night.isFetching || setlist.isFetching ? undefined : null;
  const points = scoreHousePlayers(night.data, show, setlist.data ?? []);
  const { learntFrom, twentySheets } = night.data;
  return { setlistCount: learntFrom, twentySheets, points };
}
