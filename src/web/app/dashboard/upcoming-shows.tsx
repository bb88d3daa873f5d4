import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listUpcomingShows, type Show } from '#contract/shows.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { useNextToPredict } from '#web/show-display/displayed-show.ts';
import { PredictButton } from '#web/show-display/predict-button.tsx';
import { ShowTicket } from '#web/show-display/show-ticket.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#web/ui/loading/skeleton.tsx';
import { useLiveShow } from '../../show-display/displayed-show.ts';

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

const NO_SHOWS: readonly Show[] = [];

/** A whole tour would push everything else off the page. */
const FIRST_SHOWS = 6;

function Tickets() {
  const [isWhole, setWhole] = useState(false);
  const shows = useQuery(queryFor(listUpcomingShows));
  const next = useNextToPredict(shows.data ?? NO_SHOWS);
  // The next one that takes predictions is the main action, unless a show is on; all else steps back.
  const main = useLiveShow() ? undefined : next;
  return (
    <Loaded
      query={shows}
      label="Loading the upcoming shows"
      failed="The upcoming shows could not be loaded."
      skeleton={<SkeletonRows count={4} />}
    >
      {(all) => {
        if (all.length === 0)
          return (
            <EmptyState
              title="No upcoming shows available at the moment. Check back soon!"
              as="p"
            />
          );
        const shown = isWhole ? all : all.slice(0, FIRST_SHOWS);
        return (
          <>
            {shown.map((show) => (
              <ShowTicket
                key={show.id}
                show={show}
                actions={<PredictButton show={show} variant={show === main ? 'lamp' : 'quiet'} />}
              />
            ))}
            {shown.length < all.length && (
              <Button className="justify-self-start" onClick={() => setWhole(true)}>
                Show all {all.length} upcoming shows
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
