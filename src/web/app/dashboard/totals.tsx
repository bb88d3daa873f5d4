import type { CurrentUser } from '#contract/accounts.ts';
import { Counter } from '#web/ui/counter.tsx';
import { Stat, StatGroup } from '#web/ui/stat.tsx';

export function Totals({ user }: { user: CurrentUser }) {
  return (
    <StatGroup>
      <Stat label="Total Points" value={<Counter value={user.totalPoints} />} />
      <Stat label="Games Played" value={<Counter value={user.gamesPlayed} />} />
      <Stat
        label="Average Score"
        value={<Counter value={Number(user.averageScore)} decimals={1} />}
      />
      <Stat label="Current Rank" value="--" />
    </StatGroup>
  );
}
