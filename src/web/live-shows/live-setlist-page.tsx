import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { paths } from '#contract/pages.ts';
import { getShow, listLiveShows, type Show } from '#contract/shows.ts';
import { isNotFound } from '#web/http/http-error.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { ShowNotFound } from '#web/show-display/show-facts.tsx';
import { SpoilerGuard } from '#web/show-display/spoilers.tsx';
import { LiveShowView } from './live-show.tsx';
import { NoLiveShows } from './no-live-shows.tsx';

export default function LiveSetlistPage() {
  const [search] = useSearchParams();
  const showId = search.get('show');
  return showId ? <ShowById key={showId} id={showId} /> : <CurrentLiveShow />;
}

/** Stays on a show that was live, so that viewers see the result when it ends. */
function CurrentLiveShow() {
  const live = useQuery(queryFor(listLiveShows));
  const [followedShow, setFollowedShow] = useState<Show>();
  const current = followedShow
    ? live.data?.find(({ id }) => id === followedShow.id)
    : live.data?.[0];
  if (current && current !== followedShow) setFollowedShow(current);
  const next = current ? undefined : live.data?.[0];
  return (
    <Loaded query={live} label="Loading the setlist" errorMessage="The show could not be loaded.">
      {() =>
        followedShow ? (
          <>
            {next && <NextLive show={next} />}
            <ShowById
              key={followedShow.id}
              id={followedShow.id}
              live={current}
              last={followedShow}
            />
          </>
        ) : (
          <NoLiveShows />
        )
      }
    </Loaded>
  );
}

/** `live` is the show from the list of live shows; `last` is its state before it left that list. */
function ShowById({ id, live, last }: { id: string; live?: Show | undefined; last?: Show }) {
  const show = useQuery({ ...queryFor(getShow, { params: { id } }), enabled: !live });
  // One element for all three sources, so the tab and the scroll position stay.
  const currentShow = live ?? show.data ?? last;
  if (currentShow && !isNotFound(show.error)) return <GuardedShow show={currentShow} />;
  return (
    <Loaded
      query={show}
      label="Loading the setlist"
      errorMessage="The show could not be loaded."
      notFound={<ShowNotFound />}
    >
      {(loadedShow) => <GuardedShow show={loadedShow} />}
    </Loaded>
  );
}

function GuardedShow({ show }: { show: Show }) {
  return (
    <SpoilerGuard show={show} as="h1">
      <LiveShowView show={show} />
    </SpoilerGuard>
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
