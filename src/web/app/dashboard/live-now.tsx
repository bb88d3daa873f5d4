import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { paths } from '#contract/pages.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { BREAK_LABELS, getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { formatPlace, type Show } from '#contract/shows.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { countedQueryFor, queryFor } from '#web/http/query-for.ts';
import { clockTime } from '#web/time/venue-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Counter } from '#web/ui/list/counter.tsx';
import { Sheet, SheetFooter, SheetHeader, SheetRow } from '#web/ui/list/sheet.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { countSongs } from './describe-my-state.ts';
import { Figure, RankFigure } from './figure.tsx';

const LATEST_SONGS = 5;

export function LiveNow({ show }: { show: Show }) {
  const setlist = useQuery(queryFor(getSetlist, { params: { id: show.id } }));
  return (
    <section
      aria-labelledby="live-now"
      className="grid items-start gap-x-9 gap-y-6 lg:grid-cols-[20rem_minmax(0,1fr)]"
    >
      <div className="grid gap-4">
        <h2 id="live-now" className="poster flex items-center gap-3.5 text-lamp text-poster-md">
          <LiveDot />
          Live Now
        </h2>
        <MyStanding showId={show.id} hasSongs={(setlist.data?.length ?? 0) > 0} />
        <Button asChild variant="lamp" size="lg">
          <Link href={paths.liveSetlist()}>Watch live</Link>
        </Button>
      </div>
      <LatestSongs show={show} setlist={setlist} />
    </section>
  );
}

type MyStandingProps = { showId: string; hasSongs: boolean };

function MyStanding({ showId, hasSongs }: MyStandingProps) {
  const params = { id: showId };
  const predictions = useQuery(queryFor(listMyPredictions)).data;
  const myRow = useQuery(queryFor(getMyShowRow, { params })).data;
  const board = useQuery(
    countedQueryFor(getShowLeaderboard, { params, query: SIDEBAR_BOARD }),
  ).data;
  const prediction = predictions?.find((candidate) => candidate.showId === showId);
  if (predictions && !prediction) return <p>You didn't predict this one.</p>;
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Figure label="Points so far" value={myRow ? <Counter value={myRow.totalPoints} /> : '–'} />
        {/* Before the first song, everyone shares rank 1. */}
        <RankFigure
          standing={myRow && board && hasSongs ? { rank: myRow.rank, total: board.total } : null}
        />
      </dl>
      <p className="min-h-[1lh] text-dim">
        {prediction && `You predicted ${countSongs(prediction.songs.length)}`}
      </p>
    </>
  );
}

/** Shares the sidebar's query. Only the total count is used. */
const SIDEBAR_BOARD = { limit: '5' };

type LatestSongsProps = { show: Show; setlist: UseQueryResult<SetlistEntry[]> };

function LatestSongs({ show, setlist }: LatestSongsProps) {
  return (
    <Sheet aria-label={`Setlist of ${show.name}`}>
      <SheetHeader
        as="h3"
        isCompact
        title={<span className="line-clamp-3 pb-0.5">{show.name}</span>}
        subtitle={[formatPlace(show), show.tourName].filter(Boolean).join(' · ')}
      />
      <Loaded
        query={setlist}
        label="Loading the setlist"
        errorMessage="The setlist could not be loaded."
        skeleton={<Skeleton className="h-6 w-2/5" />}
        className="px-6 py-5"
      >
        {(rows) =>
          rows.length > 0 ? (
            <>
              <LatestList rows={rows} timeZone={show.timeZone} />
              <SheetFooter>
                Showing last {LATEST_SONGS} songs • {rows.length} total
              </SheetFooter>
            </>
          ) : (
            <p className="poster px-6 py-6 text-poster-sm">Show starting soon...</p>
          )
        }
      </Loaded>
    </Sheet>
  );
}

function LatestList({ rows, timeZone }: { rows: readonly SetlistEntry[]; timeZone: string }) {
  const [initialIds] = useState(() => new Set(rows.map(({ id }) => id)));
  return (
    <ol aria-live="polite" aria-relevant="additions">
      {rows.slice(-LATEST_SONGS).map((entry, index, latest) => (
        <LatestSong
          key={entry.id}
          entry={entry}
          timeZone={timeZone}
          isNow={index === latest.length - 1}
          isNew={!initialIds.has(entry.id)}
        />
      ))}
    </ol>
  );
}

type LatestSongProps = { entry: SetlistEntry; timeZone: string; isNow: boolean; isNew: boolean };

function LatestSong({ entry, timeZone, isNow, isNew }: LatestSongProps) {
  const { position, song, playedAt, breakAfter } = entry;
  const isPlaying = isNow && !breakAfter;
  const time = playedAt && clockTime(playedAt, timeZone);
  return (
    <SheetRow
      number={position}
      title={song.title}
      note={[time, isPlaying && 'Now Playing', isNow && breakAfter && BREAK_LABELS[breakAfter]]
        .filter(Boolean)
        .join(' · ')}
      tone={isPlaying ? 'now' : undefined}
      isNew={isNew}
    />
  );
}
