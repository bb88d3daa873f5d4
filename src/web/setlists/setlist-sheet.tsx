import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { EXPECTED_SETLIST_LENGTH, getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { sentenceOf } from '#web/http/http-error.ts';
import { queryFor } from '#web/http/query-for.ts';
import { clockTime } from '#web/time/venue-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Sheet, SheetHeader, SheetList, SheetMark, SheetRow } from '#web/ui/sheet.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** What was played, in order; the last song of a live show is the one being played. */
export function SetlistSheet({ show }: { show: Show }) {
  const setlist = useQuery(queryFor(getSetlist, { params: { id: show.id } }));
  const isLive = show.status === 'live';
  const rows = setlist.data ?? [];
  return (
    <Sheet aria-label={isLive ? 'Live Setlist' : 'Setlist'}>
      <SheetHeader
        title={isLive ? 'Live Setlist' : 'Setlist'}
        aside={
          rows.length > 0 && (
            <span className="text-ink-dim text-sm">
              Song {rows.length} of ~{EXPECTED_SETLIST_LENGTH}
            </span>
          )
        }
      />
      {setlist.isPending && (
        <div className="px-6 py-5">
          <Skeleton className="h-6 w-2/5" />
        </div>
      )}
      {setlist.isError && (
        <p role="alert" className="px-6 py-5">
          {sentenceOf(setlist.error, 'The setlist could not be loaded.')}
        </p>
      )}
      {setlist.data && rows.length === 0 && (
        <p className="poster px-6 py-6 text-poster-sm">
          {isLive ? 'Show starting soon...' : 'No setlist available yet'}
        </p>
      )}
      <SheetList aria-live="polite" aria-relevant="additions">
        {rows.map((entry, index) => (
          <Fragment key={entry.id}>
            {entry.setLabel && entry.setLabel !== rows[index - 1]?.setLabel && (
              <SheetMark>{entry.setLabel}</SheetMark>
            )}
            <SetlistRow
              entry={entry}
              timeZone={show.timeZone}
              isNow={isLive && index === rows.length - 1}
            />
          </Fragment>
        ))}
      </SheetList>
    </Sheet>
  );
}

function SetlistRow(props: { entry: SetlistEntry; timeZone: string; isNow: boolean }) {
  const { entry, timeZone, isNow } = props;
  const time = entry.playedAt && clockTime(entry.playedAt, timeZone);
  return (
    <SheetRow
      number={entry.position}
      title={entry.song.title}
      note={[time, isNow && 'Now Playing', entry.notes].filter(Boolean).join(' · ')}
      tone={isNow ? 'now' : undefined}
      fresh={isNow}
      aside={entry.isCloser && <Badge tone="special">Closer</Badge>}
    />
  );
}
