import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { listUpcomingShows } from '#contract/shows.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { listOpenFirst } from '#web/show-display/displayed-show.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ShowChoice } from './choose-show.tsx';
import { EditGame } from './edit-game.tsx';
import { NewGame } from './new-game.tsx';

export default function GamePage() {
  const [search] = useSearchParams();
  const showId = search.get('show');
  const predictionId = search.get('edit');
  if (predictionId)
    return <EditGame key={predictionId} predictionId={predictionId} showId={showId} />;
  if (showId) return <NewGame key={showId} showId={showId} />;
  return <ChooseShow />;
}

function ChooseShow() {
  const shows = useQuery(queryFor(listUpcomingShows));
  return (
    <div className="grid gap-8">
      <PageHeader
        title="Prediction Game"
        subtitle="Select a show to make your setlist prediction"
      />
      <Loaded query={shows} label="Loading the shows" errorMessage="The shows could not be loaded.">
        {(upcomingShows) =>
          upcomingShows.length === 0 ? (
            <EmptyState title="No upcoming shows available at the moment. Check back soon!" />
          ) : (
            <ShowChoice shows={listOpenFirst(upcomingShows)} />
          )
        }
      </Loaded>
    </div>
  );
}
