import { useQuery } from '@tanstack/react-query';
import { getHouseTotals } from '#contract/house-players.ts';
import { queryFor } from '#web/http/query-for.ts';
import { HouseEntries, HouseFold } from './house-fold.tsx';

export function GlobalHousePlayers() {
  const { data } = useQuery(queryFor(getHouseTotals));
  if (!data || data.length === 0) return null;
  return (
    <HouseFold>
      <HouseEntries
        entries={data.map(({ player, totalPoints, gamesPlayed, averageScore }) => ({
          player,
          points: totalPoints,
          note: `${gamesPlayed} ${gamesPlayed === 1 ? 'game' : 'games'}, average ${Number(averageScore).toFixed(1)}`,
        }))}
      />
    </HouseFold>
  );
}
