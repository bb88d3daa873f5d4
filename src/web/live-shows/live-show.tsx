import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { type Outcome, POINTS } from '#contract/scoring.ts';
import { BREAK_LABELS, getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { hasResults, type Show } from '#contract/shows.ts';
import { ShowBoard } from '#web/board/show-board.tsx';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { useConnectionStatus } from '#web/realtime/use-realtime.ts';
import { ShowFacts, ShowStatusBadge } from '#web/show-display/show-facts.tsx';
import { browserTimeZone, clockTime } from '#web/time/venue-time.ts';
import { classes } from '#web/ui/class-names.ts';
import { ScrollRegion } from '#web/ui/list/scroll-region.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { useWideScreen } from '#web/ui/use-wide-screen.ts';
import { FinalResult } from './final-result.tsx';
import { LiveSetlist } from './live-setlist.tsx';
import { MyPicks } from './my-picks.tsx';
import { MyStanding } from './my-standing.tsx';
import { useMissedSongs } from './use-missed-songs.ts';
import { STANDINGS_PAGE_SIZE, useMyProgress } from './use-my-progress.ts';

export function LiveShowView({ show }: { show: Show }) {
  const setlist = useQuery(queryFor(getSetlist, { params: { id: show.id } }));
  return (
    <Loaded
      query={setlist}
      label="Loading the setlist"
      errorMessage="The setlist could not be loaded."
    >
      {(rows) => <LiveShow show={show} rows={rows} isRefetching={setlist.isFetching} />}
    </Loaded>
  );
}

type LiveShowProps = { show: Show; rows: readonly SetlistEntry[]; isRefetching: boolean };

function LiveShow({ show, rows, isRefetching }: LiveShowProps) {
  const myProgress = useMyProgress(show, rows, isRefetching);
  useMissedSongs(show, rows);
  const isWide = useWideScreen();
  const isFollowing = useRef<boolean>(null);
  const parts = {
    setlist: (
      <LiveSetlist show={show} rows={rows} myProgress={myProgress} isFollowing={isFollowing} />
    ),
    standings: <ShowBoard key={show.id} show={show} pageSize={STANDINGS_PAGE_SIZE} />,
    picks: <MyPicks show={show} songCount={rows.length} myProgress={myProgress} />,
  };
  return (
    // Fills the screen below the header, so the bar is at the bottom.
    <div
      className={classes(
        'flex min-h-[calc(100dvh-8.5rem)] flex-col gap-5 [--page-foot:calc(var(--bar)+max(0.75rem,env(safe-area-inset-bottom)))] lg:gap-8',
        show.status === 'closed' ? '[--bar:8.25rem]' : '[--bar:4.125rem]',
      )}
    >
      <ShowHeader show={show} />
      <SongAnnouncement show={show} rows={rows} outcomeByPosition={myProgress.outcomeByPosition} />
      {isWide ? <ColumnLayout {...parts} /> : <TabLayout {...parts} />}
      {hasResults(show) && (
        <BottomBar>
          <MyStanding show={show} songCount={rows.length} myProgress={myProgress} />
          <FinalResult show={show} myProgress={myProgress} />
        </BottomBar>
      )}
    </div>
  );
}

interface LayoutParts {
  setlist: ReactNode;
  standings: ReactNode;
  picks: ReactNode;
}

/** Three columns need 1440 px to leave room for names. */
function ColumnLayout({ setlist, standings, picks }: LayoutParts) {
  return (
    <div className="grid grid-cols-2 items-start gap-x-8 pt-3 min-[90rem]:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0">{setlist}</div>
      <div className="grid min-w-0 gap-10 min-[90rem]:contents">
        <Column label="Standings">
          <h2 className="poster pb-2 text-poster-lg">Standings</h2>
          {standings}
        </Column>
        <Column label="My picks">{picks}</Column>
      </div>
    </div>
  );
}

function Column({ label, children }: { label: string; children: ReactNode }) {
  return (
    // The margins leave room for the sheet's tape and shadow, which the container would clip.
    <ScrollRegion
      label={label}
      className="-mx-4 -mt-3 min-w-0 px-4 pt-3 focus-visible:-outline-offset-2 min-[90rem]:sticky min-[90rem]:top-1 min-[90rem]:max-h-[calc(100dvh-var(--page-foot)-0.5rem)] min-[90rem]:scroll-quiet min-[90rem]:overflow-y-auto min-[90rem]:pb-6"
    >
      {children}
    </ScrollRegion>
  );
}

function TabLayout({ setlist, standings, picks }: LayoutParts) {
  const [tab, setTab] = useState('setlist');
  const top = useRef<HTMLDivElement>(null);
  const previousTab = useRef(tab);

  useLayoutEffect(() => {
    if (previousTab.current === tab) return;
    previousTab.current = tab;
    const isScrolledPast = (top.current?.getBoundingClientRect().top ?? 0) < 0;
    if (isScrolledPast) top.current?.scrollIntoView({ block: 'start' });
  }, [tab]);

  return (
    <div ref={top} className="scroll-mt-14 md:scroll-mt-0">
      <Tabs value={tab} onValueChange={setTab}>
        <TabList label="Live show" variant="segmented" className="sticky top-14 z-20 md:top-0">
          <Tab value="setlist">Setlist</Tab>
          <Tab value="standings">Standings</Tab>
          <Tab value="picks">My picks</Tab>
        </TabList>
        <TabPanel value="setlist" className="pt-7">
          {setlist}
        </TabPanel>
        <TabPanel value="standings" className="pt-3">
          {standings}
        </TabPanel>
        <TabPanel value="picks" className="pt-7">
          {picks}
        </TabPanel>
      </Tabs>
    </div>
  );
}

function BottomBar({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Your standing"
      className="sticky bottom-0 z-20 -mx-4 mt-auto -mb-16 border-rail border-t bg-stage px-4.5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-8 sm:px-8 lg:-mx-11 lg:px-11"
    >
      {children}
    </section>
  );
}

const KeepAwake = lazyComponent(() => import('./keep-awake.tsx'));

function ShowHeader({ show }: { show: Show }) {
  return (
    <div className="grid gap-3">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-2 lg:justify-start">
        {show.status === 'live' && <ConnectionIndicator />}
        <ShowStatusBadge show={show} />
        {show.status === 'live' && 'wakeLock' in navigator && (
          // The placeholder prevents a layout shift when the code loads.
          <KeepAwake fallback={<span className="h-11 w-45" />} />
        )}
      </div>
      <PageHeader
        title={show.name}
        subtitle={<ShowFacts show={show} showDate={show.status !== 'live'} />}
      />
    </div>
  );
}

function ConnectionIndicator() {
  const { state, lastMessageAt } = useConnectionStatus();
  if (state === 'open')
    return (
      <span className="flex items-center gap-2.5 font-semibold text-lamp">
        <LiveDot />
        Live Updates Active
      </span>
    );
  return (
    // Fades in after a second, because a new page usually connects by then.
    <span className="animate-[fade-in_200ms_ease-out_1s_backwards] font-semibold text-dim">
      No live updates since {clockTime(new Date(lastMessageAt), browserTimeZone())}
    </span>
  );
}

type SongAnnouncementProps = {
  show: Show;
  rows: readonly SetlistEntry[];
  outcomeByPosition: ReadonlyMap<number, Outcome>;
};

function SongAnnouncement({ show, rows, outcomeByPosition }: SongAnnouncementProps) {
  const [initialIds] = useState(() => new Set(rows.map(({ id }) => id)));
  const lastRow = rows.at(-1);
  const outcome = lastRow && outcomeByPosition.get(lastRow.position);
  const breakType = show.status === 'live' ? lastRow?.breakAfter : null;
  return (
    <p role="status" className="sr-only">
      {breakType && `${BREAK_LABELS[breakType]}.`}
      {!breakType && lastRow && !initialIds.has(lastRow.id) && (
        <>
          Song {lastRow.position}: {lastRow.song.title}.
          {outcome && ` You earned ${POINTS[outcome]} points.`}
        </>
      )}
    </p>
  );
}
