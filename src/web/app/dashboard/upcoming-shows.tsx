import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listUpcomingShows, type Show } from '#contract/shows.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { listOpenFirst, useLiveShow, useNextToPredict } from '#web/show-display/displayed-show.ts';
import { PredictButton } from '#web/show-display/predict-button.tsx';
import { ShowTicket } from '#web/show-display/show-ticket.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#web/ui/loading/skeleton.tsx';

export function UpcomingShows() {
  return (
    <section aria-labelledby="upcoming-shows" className="grid min-w-0 gap-4">
      <h2 id="upcoming-shows" className="poster text-poster-md">
        Upcoming Shows Available for Prediction
      </h2>
      <Tickets />
    </section>
  );
}

const COLLAPSED_COUNT = 3;

function Tickets() {
  const [isExpanded, setExpanded] = useState(false);
  const shows = useQuery(queryFor(listUpcomingShows));
  const liveShow = useLiveShow();
  const next = useNextToPredict(shows.data ?? NO_SHOWS);
  return (
    <Loaded
      query={shows}
      label="Loading the upcoming shows"
      errorMessage="The upcoming shows could not be loaded."
      skeleton={<SkeletonRows count={4} />}
    >
      {(upcomingShows) => {
        const allShows = listOpenFirst(upcomingShows.filter(({ id }) => id !== liveShow?.id));
        if (allShows.length === 0)
          return (
            <EmptyState
              title="No upcoming shows available at the moment. Check back soon!"
              as="p"
            />
          );
        const visibleShows = isExpanded ? allShows : allShows.slice(0, COLLAPSED_COUNT);
        return (
          <>
            {visibleShows.map((show) => (
              <ShowTicket
                key={show.id}
                show={show}
                isNext={show.id === next?.id}
                actions={<PredictButton show={show} />}
              />
            ))}
            {visibleShows.length < allShows.length && (
              <Button className="justify-self-start" onClick={() => setExpanded(true)}>
                Show all {allShows.length} upcoming shows
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

const NO_SHOWS: readonly Show[] = [];
