import { useQuery } from '@tanstack/react-query';
import { getHouseNight } from '#contract/house-players.ts';
import { type HousePoints, housePoints } from '#contract/house-points.ts';
import { getSetlist } from '#contract/setlists.ts';
import { hasResults, type Show } from '#contract/shows.ts';
import { queryFor } from '#web/http/query-for.ts';

/** What the house players have of a show. */
export interface HouseStanding {
  /** By how many setlists they went; null where they have not predicted. */
  learntFrom: number | null;
  points: readonly HousePoints[];
}

/**
 * Undefined while it is being read, null where it can't be: without a line. Their picks are read once;
 * their points follow the setlist that the page has.
 */
export function useHousePoints(
  show: Pick<Show, 'id' | 'status'>,
): HouseStanding | null | undefined {
  const params = { id: show.id };
  const night = useQuery(queryFor(getHouseNight, { params }));
  const setlist = useQuery({ ...queryFor(getSetlist, { params }), enabled: hasResults(show) });
  if (!night.data || (hasResults(show) && !setlist.data))
    return night.isFetching || setlist.isFetching ? undefined : null;
  const points = housePoints(night.data, show, setlist.data ?? []);
  return { learntFrom: night.data.learntFrom, points };
}
