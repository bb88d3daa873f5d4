import { useQuery } from '@tanstack/react-query';
import { listUpcomingShows, type Show } from '#contract/shows.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { PredictButton } from '#web/show-display/predict-button.tsx';
import { ShowTicket } from '#web/show-display/show-ticket.tsx';
import { useNextToPredict } from '#web/show-display/use-takes-predictions.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** /game without a show: the upcoming ones as tickets. */
export function ChooseShow() {
  const shows = useQuery(queryFor(listUpcomingShows));
  return (
    <div className="grid gap-8">
      <PageHeader
        title="Prediction Game"
        subtitle="Select a show to make your setlist prediction"
      />
      <Loaded query={shows} label="Loading the shows" failed="The shows could not be loaded.">
        {(upcoming) =>
          upcoming.length === 0 ? (
            <EmptyState title="No upcoming shows available at the moment. Check back soon!" />
          ) : (
            <Tickets shows={upcoming} />
          )
        }
      </Loaded>
    </div>
  );
}

function Tickets({ shows }: { shows: readonly Show[] }) {
  const next = useNextToPredict(shows);
  return (
    <div className="grid gap-4">
      {shows.map((show) => (
        <ShowTicket
          key={show.id}
          show={show}
          as="h2"
          actions={<PredictButton show={show} variant={show === next ? 'lamp' : 'quiet'} />}
        />
      ))}
    </div>
  );
}
