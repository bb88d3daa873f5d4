import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { paths } from '#contract/pages.ts';
import { getShow, listLiveShows, listShows, type Show } from '#contract/shows.ts';
import { isNotFound } from '#web/http/http-error.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { ShowNotFound } from '#web/show-display/show-facts.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LiveShowState } from './live-show.tsx';

/** /live-setlist: the night of the live show, or with ?show= that of any show. */
export default function LiveSetlistPage() {
  const [search] = useSearchParams();
  const showId = search.get('show');
  return showId ? <ChosenShow key={showId} id={showId} /> : <CurrentLiveShow />;
}

/** Stays with the show that it found live: who watches to the end sees how it ended, where they are. */
function CurrentLiveShow() {
  const live = useQuery(queryFor(listLiveShows));
  const [followed, setFollowed] = useState<Show>();
  const current = followed ? live.data?.find(({ id }) => id === followed.id) : live.data?.[0];
  if (current && current !== followed) setFollowed(current);
  const next = current ? undefined : live.data?.[0];
  return (
    <Loaded query={live} label="Loading the setlist" failed="The show could not be loaded.">
      {() =>
        followed ? (
          <>
            {next && <NextLive show={next} />}
            <ChosenShow key={followed.id} id={followed.id} live={current} last={followed} />
          </>
        ) : (
          <NoLiveShows />
        )
      }
    </Loaded>
  );
}

/** `live` is the show as the live shows' list has it, `last` as it was before it went from there. */
function ChosenShow({ id, live, last }: { id: string; live?: Show | undefined; last?: Show }) {
  const show = useQuery({ ...queryFor(getShow, { params: { id } }), enabled: !live });
  // One and the same night whichever of them knows it: it keeps its tab and its place.
  const known = live ?? show.data ?? last;
  if (known && !isNotFound(show.error)) return <LiveShowState show={known} />;
  return (
    <Loaded
      query={show}
      label="Loading the setlist"
      failed="The show could not be loaded."
      notFound={<ShowNotFound />}
    >
      {(found) => <LiveShowState show={found} />}
    </Loaded>
  );
}

function NextLive({ show }: { show: Show }) {
  return (
    <p className="pb-4">
      Live now:{' '}
      <Link
        href={paths.liveSetlist({ show: show.id })}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {show.name}
      </Link>
    </p>
  );
}

/** Between shows: call the next one, or look back at the last. */
function NoLiveShows() {
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
