import { formatBeatenPlayers } from '#contract/house-points.ts';
import type { Prediction } from '#contract/predictions.ts';
import { useHousePoints } from './use-house-points.ts';

type BeatenHouseProps = { prediction: Prediction; className?: string };

export function BeatenHouse({ prediction, className }: BeatenHouseProps) {
  const { points: ownPoints, show, showId: id } = prediction;
  const house = useHousePoints({ id, status: show.status });
  if (ownPoints === null || !house || house.points.length === 0) return null;
  const beaten = house.points.filter(({ points }) => points < ownPoints);
  return <p className={className}>{formatBeatenPlayers(beaten.map(({ player }) => player))}</p>;
}
