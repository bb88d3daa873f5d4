import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { getShow, listLiveShows, type Show } from '#contract/shows.ts';
import { sentenceOf } from '#web/http/http-error.ts';
import { queryFor } from '#web/http/query-for.ts';
import { ShowBoard } from '#web/leaderboards/show-board.tsx';
import { SetlistSheet } from '#web/setlists/setlist-sheet.tsx';
import { ShowFacts } from '#web/show-display/show-facts.tsx';
import { ShowStatusBadge } from '#web/show-display/show-status-badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SkeletonRegion, SkeletonRows } from '#web/ui/skeleton.tsx';

/** /live-setlist: the live show's setlist, or with ?show= that of any show. */
export default function LiveSetlistPage() {
  const [search] = useSearchParams();
  const showId = search.get('show');
  return showId ? <ChosenShow key={showId} id={showId} /> : <LiveShow />;
}

function LiveShow() {
  const live = useQuery(queryFor(listLiveShows));
  if (live.isPending) return <Loading />;
  if (live.isError) return <Failed error={live.error} retry={() => live.refetch()} />;
  const [show] = live.data;
  if (show) return <ShowNight show={show} />;
  return (
    <EmptyState
      as="h1"
      title="No Live Shows"
      text="When the band is on stage, the setlist appears here song by song."
    />
  );
}

function ChosenShow({ id }: { id: string }) {
  const show = useQuery(queryFor(getShow, { params: { id } }));
  if (show.isPending) return <Loading />;
  if (show.isError) return <Failed error={show.error} retry={() => show.refetch()} />;
  return <ShowNight show={show.data} />;
}

function ShowNight({ show }: { show: Show }) {
  return (
    <div className="grid gap-8">
      <PageHeader
        title={show.name}
        subtitle={<ShowFacts show={show} />}
        aside={
          <div className="flex items-center gap-4">
            {show.status === 'live' && (
              <span className="flex items-center gap-2.5 font-semibold text-lamp">
                <LiveDot />
                Live Updates Active
              </span>
            )}
            <ShowStatusBadge status={show.status} />
          </div>
        }
      />
      <div className="grid items-start gap-9 xl:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
        <SetlistSheet show={show} />
        <section aria-labelledby="standings" className="grid gap-3">
          <h2 id="standings" className="poster text-poster-md">
            Standings
          </h2>
          <ShowBoard show={show} />
        </section>
      </div>
    </div>
  );
}

function Loading() {
  return (
    <SkeletonRegion label="Loading the setlist">
      <SkeletonRows count={8} />
    </SkeletonRegion>
  );
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <ErrorState message={sentenceOf(error, 'The show could not be loaded.')} onRetry={retry} />
  );
}
