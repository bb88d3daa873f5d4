import { Fragment, type ReactNode, type Ref, useState } from 'react';
import { BREAK_LABELS, EXPECTED_SETLIST_LENGTH, type SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { useBand } from '#web/band/use-band.ts';
import { groupBySet } from '#web/show-display/group-by-set.ts';
import { RowSource } from '#web/show-display/row-source.tsx';
import { clockTime } from '#web/time/venue-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ScrollRegion } from '#web/ui/list/scroll-region.tsx';
import { Sheet, SheetHeader, SheetMark, SheetRow } from '#web/ui/list/sheet.tsx';
import { ConnectionIndicator } from './connection-indicator.tsx';
import { formatSongCount } from './live-text.ts';

type SetlistSheetProps = {
  show: Pick<Show, 'status' | 'timeZone'>;
  rows: readonly SetlistEntry[];
  renderMark?: ((entry: SetlistEntry) => ReactNode) | undefined;
  lastRow?: Ref<HTMLLIElement> | undefined;
  comingRows?: ReactNode;
  isCompact?: boolean | undefined;
};

export function SetlistSheet(props: SetlistSheetProps) {
  const { show, rows, renderMark, lastRow, comingRows, isCompact = false } = props;
  const [initialIds] = useState(() => new Set(rows.map(({ id }) => id)));
  const isLive = show.status === 'live';
  const expectedLength = useBand()?.setlistLength ?? EXPECTED_SETLIST_LENGTH;
  const songCountText = formatSongCount(show, rows.length, expectedLength);
  const lastEntry = rows.at(-1);
  const title = isLive ? 'Live Setlist' : 'Setlist';
  const songCount = songCountText && (
    <span className="ml-auto block text-ink-dim text-sm tabular-nums max-[22rem]:w-14">
      {songCountText}
    </span>
  );
  return (
    <Sheet aria-label={title} className="columns:flex columns:min-h-0 columns:flex-col">
      <SheetHeader
        title={title}
        isCompact={isCompact}
        subtitle={
          isLive &&
          !isCompact && (
            <span className="flex flex-wrap justify-between gap-x-4">
              <ConnectionIndicator />
              {songCount}
            </span>
          )
        }
        aside={
          isLive && !isCompact ? undefined : (
            <>
              {isLive && <ConnectionIndicator />}
              {songCount}
            </>
          )
        }
      />
      <ScrollRegion
        label="Songs"
        className="focus-visible:-outline-offset-2 columns:min-h-0 columns:overflow-y-auto columns:overflow-x-hidden columns:[scrollbar-width:thin]"
      >
        {rows.length === 0 && (
          <p className="poster px-4.5 py-7 text-poster-sm sm:px-6">
            {isLive ? 'Show starting soon...' : 'No setlist available yet'}
          </p>
        )}
        {groupBySet(rows).map((set) => (
          <Fragment key={set[0].position}>
            {set[0].setLabel && <SheetMark>{set[0].setLabel}</SheetMark>}
            <ol aria-label={set[0].setLabel ?? undefined}>
              {set.map((entry) => {
                const isLast = entry === lastEntry;
                const isNow = isLive && isLast && !entry.breakAfter;
                return (
                  <SheetRow
                    key={entry.id}
                    ref={isLast ? lastRow : undefined}
                    className="scroll-mt-32 scroll-mb-[calc(var(--page-foot)+6rem)] columns:scroll-mb-24"
                    number={entry.position}
                    title={entry.song.title}
                    note={<RowNote entry={entry} timeZone={show.timeZone} isNow={isNow} />}
                    tone={isNow ? 'now' : undefined}
                    isNew={!initialIds.has(entry.id)}
                    aside={renderMark?.(entry)}
                  />
                );
              })}
            </ol>
          </Fragment>
        ))}
        {isLive && lastEntry?.breakAfter && (
          <SheetMark as="p">{BREAK_LABELS[lastEntry.breakAfter]}</SheetMark>
        )}
        {isLive && comingRows}
      </ScrollRegion>
    </Sheet>
  );
}

function RowNote(props: { entry: SetlistEntry; timeZone: string; isNow: boolean }) {
  const { playedAt, notes, source, isCloser, segue } = props.entry;
  const details = [
    playedAt && clockTime(playedAt, props.timeZone),
    props.isNow && 'Now Playing',
    segue && 'segue >',
    notes,
  ].filter(Boolean);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {details.length > 0 && <span className="wrap-anywhere">{details.join(' · ')}</span>}
      {source && <RowSource source={source} />}
      {isCloser && <Badge tone="special">Closer</Badge>}
    </span>
  );
}
