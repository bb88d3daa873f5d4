import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { paths } from '#contract/pages.ts';
import { hasResults, listShows, type Show } from '#contract/shows.ts';
import { ShowBoard } from '#web/board/show-board.tsx';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { ShowTicket } from '#web/show-display/show-ticket.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ShowCombobox } from './show-combobox.tsx';

/** /show-leaderboard: choose a show (?show=), and see how everyone did. */
export default function ShowLeaderboardPage() {
  const shows = useQuery(queryFor(listShows));
  return (
    <div className="grid max-w-4xl gap-8">
      <PageHeader title="Show Leaderboard" subtitle="Who called it, show by show" />
      <Loaded query={shows} label="Loading the shows" failed="The shows could not be loaded.">
        {(all) => <ChooseShow shows={all} />}
      </Loaded>
    </div>
  );
}

function ChooseShow({ shows }: { shows: readonly Show[] }) {
  const [search, setSearch] = useSearchParams();
  const chosen = shows.find((show) => show.id === search.get('show'));
  return (
    <>
      <ShowCombobox
        shows={shows}
        value={chosen?.id ?? null}
        onChange={(show) => setSearch({ show }, { replace: true })}
      />
      {chosen ? (
        <section aria-label={`Leaderboard of ${chosen.name}`} className="grid gap-5">
          <ShowTicket
            show={chosen}
            as="h2"
            actions={
              hasResults(chosen) && (
                <Button asChild>
                  <Link href={paths.liveSetlist({ show: chosen.id })}>View Setlist</Link>
                </Button>
              )
            }
          />
          <ShowBoard key={chosen.id} show={chosen} />
        </section>
      ) : (
        <EmptyState as="h2" title="No Show Selected" text="Choose a show to see its leaderboard." />
      )}
    </>
  );
}
