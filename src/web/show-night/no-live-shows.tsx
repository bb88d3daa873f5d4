import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { listShows } from '#contract/shows.ts';
import { queryFor } from '#web/http/query-for.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Between shows: call the next one, or look back at the last. */
export function NoLiveShows() {
  const shows = useQuery(queryFor(listShows));
  const last = shows.data?.find(
    ({ date, status }) => status === 'closed' && Date.parse(date) < serverNow(),
  );
  return (
    <EmptyState
      as="h1"
      title="No Live Shows"
      text="When the band is on stage, the setlist appears here song by song, with everyone's standing beside it."
      action={
        <>
          <Button asChild variant="lamp">
            <Link href={paths.game()}>Make Prediction</Link>
          </Button>
          {last && (
            <Button asChild>
              <Link href={paths.liveSetlist({ show: last.id })}>Last show's setlist</Link>
            </Button>
          )}
          <Button asChild>
            <Link href={paths.showSchedule()}>Show Schedule</Link>
          </Button>
        </>
      }
    />
  );
}
