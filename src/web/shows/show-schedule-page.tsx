import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { listShows, type Show } from '#contract/shows.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { FIRST_TICKETS, useNextToPredict } from '#web/show-display/displayed-show.ts';
import { PredictButton } from '#web/show-display/predict-button.tsx';
import { ShowThreadLink } from '#web/show-display/show-thread-link.tsx';
import { serverNow } from '#web/time/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';
import { SkeletonRows } from '#web/ui/loading/skeleton.tsx';
import { useShouldRenderAll } from '#web/ui/loading/use-should-render-all.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PastShows } from './past-shows.tsx';
import { ScheduleMonths } from './schedule-months.tsx';
import { splitSchedule } from './split-schedule.ts';

export default function ShowSchedulePage() {
  return (
    <div className="grid gap-8">
      <PageHeader
        title="Show Schedule"
        subtitle="Upcoming dates and past setlists"
        aside={
          <Button asChild>
            <Link href={`${paths.settings()}#calendar`}>Add to your calendar</Link>
          </Button>
        }
      />
      <Schedule />
    </div>
  );
}

function Schedule() {
  const shows = useQuery(queryFor(listShows));
  return (
    <Loaded
      query={shows}
      label="Loading the schedule"
      errorMessage="The schedule could not be loaded."
      skeleton={<SkeletonRows count={6} />}
    >
      {(allShows) =>
        allShows.length > 0 ? (
          <Lists shows={allShows} />
        ) : (
          <EmptyState title="No shows in the schedule yet. Check back soon!" />
        )
      }
    </Loaded>
  );
}

function Lists({ shows }: { shows: Show[] }) {
  const { upcoming, past } = splitSchedule(shows, serverNow());
  const limit = useShouldRenderAll() ? Number.POSITIVE_INFINITY : FIRST_TICKETS;
  const next = useNextToPredict(upcoming);
  const nextUnpredicted = useNextUnpredicted(upcoming);
  const pastLimit = limit - upcoming.length;
  return (
    <>
      <section aria-labelledby="upcoming" className="grid gap-4">
        <h2 id="upcoming" className="poster text-poster-md">
          Upcoming Shows
        </h2>
        {upcoming.length === 0 && <p className="text-dim">No dates are announced right now.</p>}
        <ScheduleMonths
          shows={upcoming.slice(0, limit)}
          nextId={next?.id}
          renderActions={(show) => (
            <UpcomingActions show={show} isNext={show.id === nextUnpredicted?.id} />
          )}
        />
      </section>
      {past.length > 0 && pastLimit > 0 && <PastShows shows={past} limit={pastLimit} />}
    </>
  );
}

function useNextUnpredicted(shows: readonly Show[]): Show | undefined {
  const predictions = useQuery(queryFor(listMyPredictions)).data;
  const predictedIds = new Set(predictions?.map(({ showId }) => showId));
  return useNextToPredict(predictions ? shows.filter(({ id }) => !predictedIds.has(id)) : []);
}

type UpcomingActionsProps = { show: Show; isNext: boolean };

function UpcomingActions({ show, isNext }: UpcomingActionsProps) {
  return (
    <>
      {show.status === 'live' && (
        <Button asChild>
          <Link href={paths.liveSetlist({ show: show.id })} aria-label={`Live: ${show.name}`}>
            <LiveDot />
            Live
          </Link>
        </Button>
      )}
      <PredictButton show={show} variant={isNext ? 'lamp' : 'quiet'} />
      <ShowThreadLink show={show} />
    </>
  );
}
