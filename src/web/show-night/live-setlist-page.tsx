import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { paths } from '#contract/pages.ts';
import { getShow, listLiveShows, type Show } from '#contract/shows.ts';
import { HttpError } from '#web/http/http-error.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { ShowNotFound } from '#web/show-display/show-not-found.tsx';
import { NoLiveShows } from './no-live-shows.tsx';
import { ShowNight } from './show-night.tsx';

/** /live-setlist: the night of the live show, or with ?show= that of any show. */
export default function LiveSetlistPage() {
  const [search] = useSearchParams();
  const showId = search.get('show');
  return showId ? <ChosenShow key={showId} id={showId} /> : <LiveShow />;
}

/** Stays with the show that it found live: who watches to the end sees how it ended, where they are. */
function LiveShow() {
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
  const isMissing = show.error instanceof HttpError && show.error.status === 404;
  if (isMissing) return <ShowNotFound />;
  // One and the same night whichever of them knows it: it keeps its tab and its place.
  const known = live ?? show.data ?? last;
  if (known) return <ShowNight show={known} />;
  return (
    <Loaded query={show} label="Loading the setlist" failed="The show could not be loaded.">
      {(found) => <ShowNight show={found} />}
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
