import { useQuery } from '@tanstack/react-query';
import { listMyResults } from '#contract/leaderboards.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Stat } from '#web/ui/list/stat.tsx';

/** Renders 'Best Rank', '#1', 'in 2 of 30 shows'; '--' without a ranked show. */
export function BestRank() {
  const results = useMyResults();
  // Everyone shares the first rank without points.
  const ranks = results.filter(({ points }) => points > 0).map(({ rank }) => rank);
  if (ranks.length === 0) return <Stat label="Best Rank" value="--" />;
  const best = Math.min(...ranks);
  const count = ranks.filter((rank) => rank === best).length;
  return (
    <Stat
      label="Best Rank"
      value={`#${best.toLocaleString('en-US')}`}
      note={`in ${count} of ${results.length} ${results.length === 1 ? 'show' : 'shows'}`}
    />
  );
}

export function useWonShowIds(): ReadonlySet<string> {
  const wins = useMyResults().filter(({ rank, points }) => rank === 1 && points > 0);
  return new Set(wins.map(({ showId }) => showId));
}

function useMyResults() {
  return useQuery(queryFor(listMyResults)).data ?? [];
}
