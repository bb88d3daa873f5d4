import { formatBeatenPlayers } from '#contract/house-points.ts';
import type { Prediction } from '#contract/predictions.ts';
import { useHousePoints } from './use-house-points.ts';

type BeatenHousePlayersProps = { prediction: Prediction; className?: string };

export function BeatenHousePlayers({ prediction, className }: BeatenHousePlayersProps) {
  const { points: ownPoints, show, showId: id } = prediction;
  const house = useHousePoints({ id, status: show.status });
  if (ownPoints === null || !house || house.points.length === 0) return null;
  const beatenPlayers = house.points.filter(({ points }) => points < ownPoints);
  return (
    <p className={className}>{formatBeatenPlayers(beatenPlayers.map(({ player }) => player))}</p>
  );
}
