import type { Fan } from '#contract/fans.ts';
import { Stat, StatGroup } from '#web/ui/list/stat.tsx';

export function FanStats({ fan }: { fan: Fan }) {
  const { totalPoints, rank, gamesPlayed, averageScore } = fan;
  return (
    <StatGroup>
      <Stat label="Total Points" value={totalPoints.toLocaleString('en-US')} />
      <Stat label="Rank" value={rank === null ? '--' : `#${rank.toLocaleString('en-US')}`} />
      <Stat label="Games Played" value={gamesPlayed.toLocaleString('en-US')} />
      <Stat label="Average Score" value={Number(averageScore).toFixed(1)} />
    </StatGroup>
  );
}
