import { useQuery } from '@tanstack/react-query';
import { formatSatOut } from '#contract/house-points.ts';
import { getMyShowRow } from '#contract/leaderboards.ts';
import { acceptsPredictions, hasResults, type Show } from '#contract/shows.ts';
import { queryFor } from '#web/http/query-for.ts';
import { serverNow } from '#web/time/server-clock.ts';
import { HouseStrip, HouseStripPlaceholder } from './house-strip.tsx';
import { useHousePoints } from './use-house-points.ts';

type ShowHousePlayersProps = { show: Pick<Show, 'id' | 'status' | 'date' | 'locksAt'> };

export function ShowHousePlayers({ show }: ShowHousePlayersProps) {
  const house = useHousePoints(show);
  const ownRow = useQuery(queryFor(getMyShowRow, { params: { id: show.id } }));
  // Reserves the space, so the board below doesn't move.
  if (house === undefined && !acceptsPredictions(show, serverNow()))
    return <HouseStripPlaceholder />;
  if (!house) return null;
  const { setlistCount, points } = house;
  if (points.length === 0)
    return setlistCount === null ? null : (
      <p className="text-dim text-sm">{formatSatOut(setlistCount)}</p>
    );
  const ownPoints = hasResults(show) ? ownRow.data?.totalPoints : undefined;
  return (
    <HouseStrip
      entries={points.map((housePoints) => ({
        ...housePoints,
        note: ownPoints === undefined ? undefined : formatLead(ownPoints - housePoints.points),
      }))}
    />
  );
}

function formatLead(lead: number): string {
  if (lead === 0) return 'level with you';
  return lead > 0 ? `you lead by ${lead}` : `${-lead} ahead of you`;
}
