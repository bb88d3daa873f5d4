import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useSearchParams } from 'wouter';
import { paths } from '#contract/pages.ts';
import { hasResults, listShows, type Show } from '#contract/shows.ts';
import { RarityBoard } from '#web/board/rarity-board.tsx';
import { ShowBoard } from '#web/board/show-board.tsx';
import { ShowCrowd } from '#web/crowd/show-crowd.tsx';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { useArePicksRevealed } from '#web/show-display/displayed-show.ts';
import { ShowFacts, ShowStatusBadge } from '#web/show-display/show-facts.tsx';
import { ShowThreadLink } from '#web/show-display/show-thread-link.tsx';
import { SpoilerGuard } from '#web/show-display/spoilers.tsx';
import { serverNow } from '#web/time/server-clock.ts';
import { shortDate } from '#web/time/venue-time.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Combobox } from '#web/ui/form/combobox.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { findShowToOpen, sortShowsByInterest } from './shows-by-interest.ts';

export default function ShowLeaderboardPage() {
  const shows = useQuery(queryFor(listShows));
  return (
    <div className="grid gap-4 sm:gap-6">
      <PageHeader
        title="Show Leaderboard"
        subtitle={<span className="max-sm:hidden">Who called it, show by show</span>}
      />
      <Loaded query={shows} label="Loading the shows" errorMessage="The shows could not be loaded.">
        {(allShows) => <ChooseShow shows={allShows} />}
      </Loaded>
    </div>
  );
}

function ChooseShow({ shows }: { shows: readonly Show[] }) {
  const [search, setSearch] = useSearchParams();
  const requestedId = search.get('show');
  const selectedShow = requestedId
    ? shows.find((show) => show.id === requestedId)
    : findShowToOpen(shows, serverNow());
  return (
    <>
      <div className="sm:max-w-xl">
        <ShowCombobox
          shows={shows}
          value={selectedShow?.id ?? null}
          onChange={(show) => setSearch({ show }, { replace: true })}
        />
      </div>
      {selectedShow ? (
        <section aria-label={`Leaderboard of ${selectedShow.name}`} className="grid gap-2 sm:gap-4">
          <ShowLine show={selectedShow} />
          <SpoilerGuard show={selectedShow}>
            <Results key={selectedShow.id} show={selectedShow} />
          </SpoilerGuard>
        </section>
      ) : (
        <EmptyState as="h2" title="No Show Selected" text="Choose a show to see its leaderboard." />
      )}
    </>
  );
}

function ShowLine({ show }: { show: Show }) {
  const titleId = useId();
  return (
    <article
      aria-labelledby={titleId}
      className="-mt-1 flex flex-wrap items-center justify-between gap-x-6 sm:-mt-2"
    >
      <h2 id={titleId} className="sr-only">
        {show.name}
      </h2>
      <div className="min-w-0 text-dim text-xs sm:text-sm">
        <ShowFacts show={show} showDate isCompact badge={<ShowStatusBadge show={show} />} />
      </div>
      <div className="-mx-3 max-sm:-my-2 flex flex-wrap">
        {show.status === 'closed' && (
          <Button asChild size="sm" variant="ghost">
            <Link href={paths.showRecap({ id: show.id })}>Recap</Link>
          </Button>
        )}
        {hasResults(show) && (
          <Button asChild size="sm" variant="ghost">
            <Link href={paths.liveSetlist({ show: show.id })}>View Setlist</Link>
          </Button>
        )}
        <ShowThreadLink show={show} size="sm" />
      </div>
    </article>
  );
}

function Results({ show }: { show: Show }) {
  const [search, setSearch] = useSearchParams();
  const arePicksRevealed = useArePicksRevealed(show);
  const isClosed = show.status === 'closed';
  const tabs = ['board', ...(isClosed ? ['rarity'] : []), ...(arePicksRevealed ? ['crowd'] : [])];
  return (
    <Tabs
      value={tabs.find((tab) => tab === search.get('tab')) ?? 'board'}
      onValueChange={(tab) =>
        setSearch({ show: show.id, ...(tab !== 'board' && { tab }) }, { replace: true })
      }
      className="grid gap-2 sm:gap-4"
    >
      {/* Hidden, not removed, so that the board keeps its state when predictions lock. */}
      <div hidden={!arePicksRevealed}>
        <TabList label="Results" variant="segmented" className="sm:max-w-md">
          <Tab value="board">Leaderboard</Tab>
          {isClosed && <Tab value="rarity">Rarity</Tab>}
          <Tab value="crowd">Crowd</Tab>
        </TabList>
      </div>
      <TabPanel value="board" className="min-w-0">
        <ShowBoard show={show} />
      </TabPanel>
      <TabPanel value="rarity" className="min-w-0">
        <RarityBoard showId={show.id} />
      </TabPanel>
      <TabPanel value="crowd" className="min-w-0">
        <ShowCrowd show={show} />
      </TabPanel>
    </Tabs>
  );
}

type ShowComboboxProps = {
  shows: readonly Show[];
  value: string | null;
  onChange: (showId: string) => void;
};

function ShowCombobox({ shows, value, onChange }: ShowComboboxProps) {
  return (
    <Combobox
      label="Show"
      labelHidden
      placeholder={shows.length === 0 ? 'No shows yet' : 'Choose a show'}
      emptyText="No show matches"
      value={value}
      onChange={(showId) => showId && onChange(showId)}
      options={sortShowsByInterest(shows, serverNow()).map((show) => ({
        value: show.id,
        label: show.name,
        detail: shortDate(show.date, show.timeZone),
        badge: <ShowStatusBadge show={show} />,
      }))}
    />
  );
}
