import { useEffect } from 'react';
import { useShowOdds } from './use-show-odds.ts';

type ShowOddsProps = {
  showId: string;
  onOdds: (odds: ReadonlyMap<string, number>) => void;
};

export default function ShowOdds({ showId, onOdds }: ShowOddsProps) {
  const { data, isError } = useShowOdds(showId);
  useEffect(() => {
    if (data) onOdds(new Map(data.map(({ songId, chance }) => [songId, chance])));
  }, [data, onOdds]);
  if (isError && !data) return 'The odds could not be loaded';
  if (!data) return 'Loading the odds...';
  return data.length > 0 ? 'chance' : 'No odds for this show yet';
}
