import { useQuery } from '@tanstack/react-query';
import { getHouseTotals } from '#contract/house-players.ts';
import { queryFor } from '#web/http/query-for.ts';
import { HouseStrip, HouseStripPlaceholder } from './house-strip.tsx';

export function GlobalHousePlayers() {
  const { data, isFetching } = useQuery(queryFor(getHouseTotals));
  if (!data && isFetching) return <HouseStripPlaceholder />;
  if (!data || data.length === 0) return null;
  return (
    <HouseStrip
      entries={data.map(({ player, totalPoints, gamesPlayed, averageScore }) => ({
        player,
        points: totalPoints,
        note: `${gamesPlayed} ${gamesPlayed === 1 ? 'game' : 'games'}, average ${Number(averageScore).toFixed(1)}`,
      }))}
    />
  );
}
