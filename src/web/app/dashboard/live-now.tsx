import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { BREAK_LABELS, getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { formatPlace, type Show } from '#contract/shows.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { clockTime } from '#web/time/venue-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet, SheetFooter, SheetHeader, SheetRow } from '#web/ui/list/sheet.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { useLiveShow } from '../../show-display/displayed-show.ts';

const LATEST_SONGS = 5;

export function LiveNow() {
  const show = useLiveShow();
  if (!show) return null;
  return (
    <section aria-labelledby="live-now" className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="live-now" className="poster flex items-center gap-3.5 text-lamp text-poster-md">
          <LiveDot />
          Live Now
        </h2>
        <Button asChild variant="lamp">
          <Link href={paths.liveSetlist()}>View Live Setlist</Link>
        </Button>
      </div>
      <LatestSongs show={show} />
    </section>
  );
}

function LatestSongs({ show }: { show: Show }) {
  const setlist = useQuery(queryFor(getSetlist, { params: { id: show.id } }));
  return (
    <Sheet aria-label={`Setlist of ${show.name}`}>
      <SheetHeader
        as="h3"
        title={show.name}
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
