import { useQuery } from '@tanstack/react-query';
import { listMyResults } from '#contract/leaderboards.ts';
import { queryFor } from '#web/http/query-for.ts';

/** Renders 'Best rank: #1 of 45, in 2 of 30 shows'. */
export function BestRank() {
  const results = useMyResults();
  const best = results.reduce<(typeof results)[number] | undefined>(
    (top, result) => (!top || result.rank < top.rank ? result : top),
    undefined,
  );
  if (!best) return null;
  const count = results.filter(({ rank }) => rank === best.rank).length;
  return (
    <p className="text-dim">
      Best rank: <b className="font-semibold text-text">#{best.rank.toLocaleString('en-US')}</b>, in{' '}
      {count} of {results.length} {results.length === 1 ? 'show' : 'shows'}
    </p>
  );
}

export function useWonShowIds(): ReadonlySet<string> {
  const wins = useMyResults().filter(({ rank, points }) => rank === 1 && points > 0);
  return new Set(wins.map(({ showId }) => showId));
}

function useMyResults() {
  return useQuery(queryFor(listMyResults)).data ?? [];
}
