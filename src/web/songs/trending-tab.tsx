import { useQuery } from '@tanstack/react-query';
import { getTrendingSongs, TRENDING_MONTHS } from '#contract/statistics.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { RankedSongs } from './ranked-songs.tsx';

/** What was played lately, and how often. */
export function TrendingTab() {
  const trending = useQuery(queryFor(getTrendingSongs));
  return (
    <Loaded
      query={trending}
      label="Loading the trending songs"
      failed="The trending songs could not be loaded."
    >
      {(songs) =>
        songs.length === 0 ? (
          <EmptyState
            title="No trending songs"
            text={`Nothing was performed in the last ${TRENDING_MONTHS} months.`}
          />
        ) : (
          <div className="grid gap-3">
            <p className="text-dim text-sm">Performed in the last {TRENDING_MONTHS} months</p>
            <RankedSongs
              label="Trending songs"
              songs={songs}
              badgeOf={() => <Badge tone="lamp">Hot</Badge>}
            />
          </div>
        )
      }
    </Loaded>
  );
}
