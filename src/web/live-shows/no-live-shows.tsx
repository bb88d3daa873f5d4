import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { predictionsLockAt } from '#contract/show-lock.ts';
import { listShows, type Show } from '#contract/shows.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Countdown } from '#web/show-display/countdown.tsx';
import { useIsOpenForPredictions } from '#web/show-display/displayed-show.ts';
import { PredictButton } from '#web/show-display/predict-button.tsx';
import { ShowTicket } from '#web/show-display/show-ticket.tsx';
import { serverNow } from '#web/time/server-clock.ts';
import { useHasPassed } from '#web/time/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

export function NoLiveShows() {
  const shows = useQuery(queryFor(listShows)).data ?? NO_SHOWS;
  const nextShow = useNextShow(shows);
  const lastShow = shows.find(
    ({ date, status }) => status === 'closed' && Date.parse(date) < serverNow(),
  );
  return (
    <div className="grid gap-6">
      <EmptyState
        as="h1"
        title="No Live Shows"
        text="When the band is on stage, the setlist appears here song by song, with everyone's standing next to it."
        action={
          <>
            {!nextShow && (
              <Button asChild variant="lamp">
                <Link href={paths.game()}>Make Prediction</Link>
              </Button>
            )}
            {lastShow && (
              <Button asChild>
                <Link href={paths.liveSetlist({ show: lastShow.id })}>Last show's setlist</Link>
              </Button>
            )}
            <Button asChild>
              <Link href={paths.showSchedule()}>Show Schedule</Link>
            </Button>
          </>
        }
      />
      {nextShow && <NextShow show={nextShow} />}
    </div>
  );
}

function NextShow({ show }: { show: Show }) {
  const isOpen = useIsOpenForPredictions(show);
  return (
    <section aria-labelledby="next-show" className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 id="next-show" className="poster text-poster-md">
          Next show
        </h2>
        {isOpen ? (
          <Countdown label="Locks in" until={predictionsLockAt(show)} />
        ) : (
          <Countdown label="Starts in" until={Date.parse(show.date)} />
        )}
      </div>
      <ShowTicket show={show} isNext actions={<PredictButton show={show} variant="lamp" />} />
    </section>
  );
}

function useNextShow(shows: readonly Show[]): Show | undefined {
  const nextShow = shows.findLast(
    ({ date, status }) => status === 'open' && Date.parse(date) > serverNow(),
  );
  useHasPassed(nextShow ? Date.parse(nextShow.date) : Number.NEGATIVE_INFINITY);
  return nextShow;
}

const NO_SHOWS: readonly Show[] = [];
