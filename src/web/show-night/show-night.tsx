import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { hasResults, type Show } from '#contract/shows.ts';
import { ShowBoard } from '#web/board/show-board.tsx';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { classes } from '#web/ui/class-names.ts';
import { useWideScreen } from '#web/ui/use-wide-screen.ts';
import { FinalResult } from './final-result.tsx';
import { MyPicks } from './my-picks.tsx';
import { MyStanding } from './my-standing.tsx';
import { NightBar } from './night-bar.tsx';
import { NightColumns } from './night-columns.tsx';
import { NightHeader } from './night-header.tsx';
import { NightSetlist } from './night-setlist.tsx';
import { NightTabs } from './night-tabs.tsx';
import { SongNews } from './song-news.tsx';
import { useAway } from './use-away.ts';
import { STANDINGS_ROWS, useMyNight } from './use-my-night.ts';

/** A show's setlist, standings and one's own picks, in one place; it follows the show by itself. */
export function ShowNight({ show }: { show: Show }) {
  const setlist = useQuery(queryFor(getSetlist, { params: { id: show.id } }));
  return (
    <Loaded query={setlist} label="Loading the setlist" failed="The setlist could not be loaded.">
      {(rows) => <Night show={show} rows={rows} isReading={setlist.isFetching} />}
    </Loaded>
  );
}

type NightProps = { show: Show; rows: readonly SetlistEntry[]; isReading: boolean };

function Night({ show, rows, isReading }: NightProps) {
  const night = useMyNight(show, rows, isReading);
  useAway(show, rows);
  const isWide = useWideScreen();
  const isFollowing = useRef<boolean>(null);
  const parts = {
    setlist: <NightSetlist show={show} rows={rows} night={night} isFollowing={isFollowing} />,
    standings: <ShowBoard key={show.id} show={show} rows={STANDINGS_ROWS} />,
    picks: <MyPicks show={show} songs={rows.length} night={night} />,
  };
  return (
    // As high as the screen below the header bar, so that the bar is at the screen's lower end.
    <div
      className={classes(
        'flex min-h-[calc(100dvh-8.5rem)] flex-col gap-5 [--page-foot:calc(var(--bar)+max(0.75rem,env(safe-area-inset-bottom)))] lg:gap-8',
        show.status === 'closed' ? '[--bar:8.25rem]' : '[--bar:4.125rem]',
      )}
    >
      <NightHeader show={show} />
      <SongNews rows={rows} outcomeAt={night.outcomeAt} />
      {isWide ? <NightColumns {...parts} /> : <NightTabs {...parts} />}
      {hasResults(show) && (
        <NightBar>
          <MyStanding show={show} songs={rows.length} night={night} />
          <FinalResult show={show} night={night} />
        </NightBar>
      )}
    </div>
  );
}
