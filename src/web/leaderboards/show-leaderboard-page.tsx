import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { listShows, type Show } from '#contract/shows.ts';
import { sentenceOf } from '#web/http/http-error.ts';
import { queryFor } from '#web/http/query-for.ts';
import { ShowTicket } from '#web/show-display/show-ticket.tsx';
import { shortDate } from '#web/time/venue-time.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { SkeletonRegion, SkeletonRows } from '#web/ui/skeleton.tsx';
import { ShowBoard } from './show-board.tsx';

/** /show-leaderboard: choose a show, and see how everyone did. */
export default function ShowLeaderboardPage() {
  const shows = useQuery(queryFor(listShows));
  return (
    <div className="grid gap-8">
      <PageHeader title="Show Leaderboard" subtitle="Who called it, show by show" />
      {shows.isPending && (
        <SkeletonRegion label="Loading the shows">
          <SkeletonRows count={3} />
        </SkeletonRegion>
      )}
      {shows.isError && (
        <ErrorState
          message={sentenceOf(shows.error, 'The shows could not be loaded.')}
          onRetry={() => shows.refetch()}
          pending={shows.isFetching}
        />
      )}
      {shows.data && <ChooseShow shows={shows.data} />}
    </div>
  );
}

function ChooseShow({ shows }: { shows: Show[] }) {
  const [search, setSearch] = useSearchParams();
  const chosen = shows.find((show) => show.id === search.get('show'));
  return (
    <>
      <SelectField
        label="Show"
        placeholder="Choose a show"
        value={chosen?.id ?? ''}
        onChange={(event) => setSearch({ show: event.target.value }, { replace: true })}
        options={shows.map((show) => ({
          value: show.id,
          label: `${show.name} · ${shortDate(show.date, show.timeZone)} · ${show.status}`,
        }))}
      />
      {chosen ? (
        <section aria-label={`Leaderboard of ${chosen.name}`} className="grid gap-5">
          <ShowTicket show={chosen} />
          <ShowBoard show={chosen} />
        </section>
      ) : (
        <EmptyState title="No Show Selected" text="Choose a show to see its leaderboard." />
      )}
    </>
  );
}
