import { useQuery } from '@tanstack/react-query';
import { MIN_TWENTY_SHEETS } from '#contract/house-players.ts';
import { formatSatOut, formatTwentySatOut } from '#contract/house-points.ts';
import { getMyShowRow } from '#contract/leaderboards.ts';
import { hasResults, type Show } from '#contract/shows.ts';
import { queryFor } from '#web/http/query-for.ts';
import { HouseEntries, HouseFold, HouseNote } from './house-fold.tsx';
import { useHousePoints } from './use-house-points.ts';

type ShowHousePlayersProps = { show: Pick<Show, 'id' | 'status'> };

export function ShowHousePlayers({ show }: ShowHousePlayersProps) {
  return (
    <HouseFold>
      <HousePointsAt show={show} />
    </HouseFold>
  );
}

function HousePointsAt({ show }: ShowHousePlayersProps) {
  const house = useHousePoints(show);
  const ownRow = useQuery(queryFor(getMyShowRow, { params: { id: show.id } }));
  if (house === undefined) return <HouseNote>Loading their points...</HouseNote>;
  if (house === null) return <HouseNote>Their points could not be loaded.</HouseNote>;
  const { setlistCount, twentySheets, points } = house;
  if (setlistCount === null) return <HouseNote>They predict when predictions lock.</HouseNote>;
  if (points.length === 0) return <HouseNote>{formatSatOut(setlistCount)}</HouseNote>;
  const ownPoints = hasResults(show) ? ownRow.data?.totalPoints : undefined;
  const satOut = twentySheets !== null && twentySheets < MIN_TWENTY_SHEETS;
  return (
    <>
      <HouseEntries
        entries={points.map((housePoints) => ({
          ...housePoints,
          note: ownPoints === undefined ? undefined : formatLead(ownPoints - housePoints.points),
        }))}
      />
      {satOut && (
        <div className="border-rail border-t">
          <HouseNote>{formatTwentySatOut(twentySheets)}</HouseNote>
        </div>
      )}
    </>
  );
}

function formatLead(lead: number): string {
  if (lead === 0) return 'level with you';
  return lead > 0 ? `you lead by ${lead}` : `${-lead} ahead of you`;
}
