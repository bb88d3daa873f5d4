import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { paths } from '#contract/pages.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import type { Outcome } from '#contract/scoring.ts';
import { BREAK_LABELS, getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { formatPlace, type Show } from '#contract/shows.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor, queryWithTotalFor } from '#web/http/query-for.ts';
import {
  compareWithSetlist,
  mapOutcomesByPosition,
} from '#web/score-display/compare-with-setlist.ts';
import { OutcomeStamp } from '#web/score-display/outcome-stamp.tsx';
import { clockTime } from '#web/time/venue-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Counter } from '#web/ui/list/counter.tsx';
import { Facts } from '#web/ui/list/facts.tsx';
import { LongName } from '#web/ui/list/long-name.tsx';
import { Sheet, SheetFooter, SheetHeader, SheetRow } from '#web/ui/list/sheet.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { Figure, RankFigure } from './figure.tsx';

const LATEST_SONGS = 5;

type LiveNowProps = {
  show: Show;
  /** The fan has never predicted. */
  isNewcomer: boolean;
  children: ReactNode;
};

export function LiveNow({ show, isNewcomer, children }: LiveNowProps) {
  const setlist = useQuery(queryFor(getSetlist, { params: { id: show.id } }));
  const predictions = useQuery(queryFor(listMyPredictions)).data;
  const prediction = predictions?.find(({ showId }) => showId === show.id);
  const rows = setlist.data ?? NO_ROWS;
  const isUnpredicted = predictions !== undefined && !prediction;
  const comparison = compareWithSetlist(prediction?.songs ?? [], rows);
  const outcomes = mapOutcomesByPosition(comparison.rows.flatMap(({ pick }) => pick ?? []));
  return (
    <section
      aria-labelledby="live-now"
      className="grid items-start gap-x-9 gap-y-6 lg:grid-cols-[20rem_minmax(0,1fr)]"
    >
      <div className="grid gap-4">
        <div>
          <h2 id="live-now" className="flex items-center gap-3 font-semibold text-lamp text-lg">
            <LiveDot />
            Live Now
          </h2>
          <h3 className="poster py-1 text-poster-md lg:text-4xl">
            <LongName name={show.name} />
          </h3>
          <Facts facts={[formatPlace(show), show.tourName]} className="text-dim" />
        </div>
        {isUnpredicted ? (
          <p>{isNewcomer ? 'Playing now. Watch how it scores.' : "You didn't predict this one."}</p>
        ) : (
          <MyStanding showId={show.id} hasSongs={rows.length > 0} />
        )}
        {/* A fan who didn't predict tonight's show has something else to predict. */}
        <Button asChild variant={isUnpredicted ? 'quiet' : 'lamp'} size="lg">
          <Link href={paths.liveSetlist()}>Watch live</Link>
        </Button>
        {children}
      </div>
      <LatestSongs show={show} setlist={setlist} outcomes={outcomes} />
    </section>
  );
}

const NO_ROWS: readonly SetlistEntry[] = [];

type MyStandingProps = { showId: string; hasSongs: boolean };

function MyStanding({ showId, hasSongs }: MyStandingProps) {
  const params = { id: showId };
  const myRow = useQuery(queryFor(getMyShowRow, { params })).data;
  const board = useQuery(
    queryWithTotalFor(getShowLeaderboard, { params, query: SIDEBAR_BOARD }),
  ).data;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      <Figure label="Points so far" value={myRow ? <Counter value={myRow.totalPoints} /> : '–'} />
      {/* Before the first song, everyone shares rank 1. */}
      <RankFigure
        standing={myRow && board && hasSongs ? { rank: myRow.rank, total: board.total } : null}
      />
    </dl>
  );
}

/** Shares the sidebar's query. Only the total count is used. */
const SIDEBAR_BOARD = { limit: '5' };

type Outcomes = ReadonlyMap<number, Outcome>;

type LatestSongsProps = {
  show: Show;
  setlist: UseQueryResult<SetlistEntry[]>;
  outcomes: Outcomes;
};

function LatestSongs({ show, setlist, outcomes }: LatestSongsProps) {
  return (
    // As tall as the column beside it.
    <Sheet aria-label={`Setlist of ${show.name}`} className="self-stretch">
      <SheetHeader as="h3" isCompact title="Setlist" />
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
              <LatestList rows={rows} timeZone={show.timeZone} outcomes={outcomes} />
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

type LatestListProps = { rows: readonly SetlistEntry[]; timeZone: string; outcomes: Outcomes };

function LatestList({ rows, timeZone, outcomes }: LatestListProps) {
  const [initialIds] = useState(() => new Set(rows.map(({ id }) => id)));
  return (
    <ol aria-live="polite" aria-relevant="additions">
      {rows.slice(-LATEST_SONGS).map((entry, index, latest) => (
        <LatestSong
          key={entry.id}
          entry={entry}
          timeZone={timeZone}
          outcome={outcomes.get(entry.position)}
          isNow={index === latest.length - 1}
          isNew={!initialIds.has(entry.id)}
        />
      ))}
    </ol>
  );
}

type LatestSongProps = {
  entry: SetlistEntry;
  timeZone: string;
  outcome: Outcome | undefined;
  isNow: boolean;
  isNew: boolean;
};

function LatestSong({ entry, timeZone, outcome, isNow, isNew }: LatestSongProps) {
  const { position, song, playedAt, breakAfter } = entry;
  const isPlaying = isNow && !breakAfter;
  const time = playedAt && clockTime(playedAt, timeZone);
  return (
    <SheetRow
      number={position}
      title={song.title}
      note={
        <Facts
          facts={[
            time,
            isPlaying && 'Now Playing',
            isNow && breakAfter && BREAK_LABELS[breakAfter],
          ]}
        />
      }
      tone={isPlaying ? 'now' : undefined}
      isNew={isNew}
      aside={outcome && <OutcomeStamp outcome={outcome} />}
    />
  );
}
