import { useQuery } from '@tanstack/react-query';
import { listMyPredictions } from '#contract/predictions.ts';
import { listUpcomingShows } from '#contract/shows.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { PredictButton } from '#web/show-display/predict-button.tsx';
import { ShowTicket } from '#web/show-display/show-ticket.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EditLink } from './edit-link.tsx';

/** /game without a show: the upcoming ones as tickets. */
export function ChooseShow() {
  const shows = useQuery(queryFor(listUpcomingShows));
  const mine = useQuery(queryFor(listMyPredictions));
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
            <div className="grid gap-4">
              {upcoming.map((show) => {
                const own = mine.data?.find(({ showId }) => showId === show.id);
                return (
                  <ShowTicket
                    key={show.id}
                    show={show}
                    as="h2"
                    actions={
                      own ? (
                        <EditLink prediction={own} otherwise={<PredictButton show={show} />} />
                      ) : (
                        <PredictButton show={show} />
                      )
                    }
                  >
                    {own && <p>Your prediction: {songCount(own.songs.length)}</p>}
                  </ShowTicket>
                );
              })}
            </div>
          )
        }
      </Loaded>
    </div>
  );
}

function songCount(count: number): string {
  return count === 1 ? '1 song' : `${count} songs`;
}
