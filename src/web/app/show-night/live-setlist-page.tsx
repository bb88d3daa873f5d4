import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { getShow, listLiveShows } from '#contract/shows.ts';
import { HttpError } from '#web/http/http-error.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { ShowNotFound } from '#web/predictions/show-not-found.tsx';
import { NoLiveShows } from './no-live-shows.tsx';
import { ShowNight } from './show-night.tsx';

/** /live-setlist: the night of the live show, or with ?show= that of any show. */
export default function LiveSetlistPage() {
  const [search] = useSearchParams();
  const showId = search.get('show');
  return showId ? <ChosenShow key={showId} id={showId} /> : <LiveShow />;
}

function LiveShow() {
  const live = useQuery(queryFor(listLiveShows));
  const [seen, setSeen] = useState<string>();
  const current = live.data?.[0];
  if (current && current.id !== seen) setSeen(current.id);
  return (
    <Loaded query={live} label="Loading the setlist" failed="The show could not be loaded.">
      {() => {
        if (current) return <ShowNight key={current.id} show={current} />;
        // Who watched to the end sees how it ended, rather than that nothing is on.
        return seen ? <ChosenShow key={seen} id={seen} /> : <NoLiveShows />;
      }}
    </Loaded>
  );
}

function ChosenShow({ id }: { id: string }) {
  const show = useQuery(queryFor(getShow, { params: { id } }));
  const isMissing = show.error instanceof HttpError && show.error.status === 404;
  if (isMissing) return <ShowNotFound />;
  return (
    <Loaded query={show} label="Loading the setlist" failed="The show could not be loaded.">
      {(found) => <ShowNight show={found} />}
    </Loaded>
  );
}
