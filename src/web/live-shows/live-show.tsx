import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Outcome, POINTS } from '#contract/scoring.ts';
import { BREAK_LABELS, getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { hasResults, type Show } from '#contract/shows.ts';
import { ShowBoard } from '#web/board/show-board.tsx';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { classes } from '#web/ui/class-names.ts';
import { useWideScreen } from '#web/ui/use-wide-screen.ts';
import { FinalResult } from './final-result.tsx';
import { BottomBar, ColumnLayout, TabLayout } from './live-layout.tsx';
import { LiveSetlist } from './live-setlist.tsx';
import { MyPicks } from './my-picks.tsx';
import { MyStanding } from './my-standing.tsx';
import { NewestSong } from './newest-song.tsx';
import { ShowHeader } from './show-header.tsx';
import { useLastRow } from './use-last-row.ts';
import { useMissedSongs } from './use-missed-songs.ts';
import { STANDINGS_PAGE_SIZE, useMyProgress } from './use-my-progress.ts';
import { WhatINeed } from './what-i-need/what-i-need.tsx';

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
  const isLive = show.status === 'live';
  const [hasBeenLive, setHasBeenLive] = useState(isLive);
  if (isLive && !hasBeenLive) setHasBeenLive(true);
  // Kept when the show ends, so that the setlist doesn't move.
  const isCompact = !isWide && hasBeenLive;
  const [tab, setTab] = useState('setlist');
  const [isNeedOpen, setNeedOpen] = useState(false);
  const lastRow = useLastRow(isLive);
  const newestSong = isLive && (isWide || !lastRow.isInView) ? rows.at(-1) : undefined;

  const parts = {
    setlist: (
      <LiveSetlist
        show={show}
        rows={rows}
        myProgress={myProgress}
        lastRow={lastRow.ref}
        isCompact={isCompact}
      />
    ),
    standings: <ShowBoard key={show.id} show={show} pageSize={STANDINGS_PAGE_SIZE} isLiveScreen />,
    picks: (
      <>
        {myProgress.prediction && (isLive || (hasBeenLive && show.status === 'closed')) && (
          <WhatINeed
            prediction={myProgress.prediction}
            rows={rows}
            isOver={!isLive}
            standing={myProgress.standing}
            isOpen={isNeedOpen}
            onToggle={setNeedOpen}
          />
        )}
        <MyPicks show={show} songCount={rows.length} myProgress={myProgress} />
      </>
    ),
  };
  const standing = (
    <>
      {newestSong && (
        <NewestSong
          title={newestSong.song.title}
          number={rows.length}
          isWide={isWide}
          isInView={lastRow.isInView}
          onClick={() => {
            setTab('setlist');
            lastRow.scrollTo();
          }}
        />
      )}
      {hasResults(show) && (
        <section
          aria-label="Your standing"
          className="xl:flex xl:items-center xl:justify-between xl:gap-x-12"
        >
          <MyStanding show={show} songCount={rows.length} myProgress={myProgress} />
          <FinalResult show={show} myProgress={myProgress} />
        </section>
      )}
    </>
  );
  return (
    // Fills the screen below the header, so the bar is at the bottom.
    <div
      className={classes(
        'flex min-h-[calc(100dvh-8.5rem)] flex-col columns:h-[calc(100dvh-8.5rem)] [--page-foot:calc(var(--bar)+max(0.75rem,env(safe-area-inset-bottom)))]',
        isCompact ? 'gap-5' : 'gap-5 lg:gap-8',
        computeBarHeight(show, isWide, newestSong !== undefined),
      )}
    >
      <ShowHeader show={show} prediction={myProgress.prediction} isCompact={isCompact} />
      <SongAnnouncement show={show} rows={rows} outcomeByPosition={myProgress.outcomeByPosition} />
      {isWide ? (
        <>
          <ColumnLayout {...parts} />
          {hasResults(show) && <BottomBar>{standing}</BottomBar>}
        </>
      ) : (
        <TabLayout {...parts} tab={tab} onTabChange={setTab} isLive={isLive} standing={standing} />
      )}
    </div>
  );
}

function computeBarHeight({ status }: Show, isWide: boolean, hasNewestSong: boolean): string {
  if (isWide)
    return status === 'closed' ? '[--bar:8.25rem] xl:[--bar:4.125rem]' : '[--bar:4.125rem]';
  if (status === 'closed') return '[--bar:12.75rem]';
  return hasNewestSong ? '[--bar:9.25rem]' : '[--bar:6.5rem]';
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
