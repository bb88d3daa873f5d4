import { useQuery } from '@tanstack/react-query';
import { FAN_FAVORITE_PLAYS, getTopSongs } from '#contract/statistics.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { RankedSongs } from './ranked-songs.tsx';

/** The most played songs of all time. */
export function TopTab() {
  const top = useQuery(queryFor(getTopSongs));
  return (
    <Loaded query={top} label="Loading the top songs" failed="The top songs could not be loaded.">
      {(songs) =>
        songs.length === 0 ? (
          <EmptyState title="No songs played yet" text="The first setlist opens this chart." />
        ) : (
          <RankedSongs
            label="Most played songs"
            songs={songs}
            badgeOf={({ timesPlayed }) =>
              timesPlayed > FAN_FAVORITE_PLAYS && <Badge>Fan Favorite</Badge>
            }
          />
        )
      }
    </Loaded>
  );
}
