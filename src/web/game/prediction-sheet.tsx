import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { MINUTE } from '#contract/durations.ts';
import { MAX_PICKS } from '#contract/predictions.ts';
import { formatRelativeTime } from '#web/time/durations.ts';
import { useNow } from '#web/time/use-now.ts';
import { classes } from '#web/ui/class-names.ts';
import { Sheet, SheetFooter, SheetHeader } from '#web/ui/list/sheet.tsx';
import { isFull, SHEET_FULL } from './draft.ts';
import { PickList, type PickListProps } from './pick-list.tsx';
import type { DraftStatus } from './use-draft.ts';
import { useHasMoreBelow } from './use-has-more-below.ts';
import { OFFLINE_NOTE } from './use-submit-prediction.ts';

type PredictionSheetProps = PickListProps & {
  draftStatus: DraftStatus;
  /** Why the list can't be changed. */
  closedText: string | null;
  isUnsent: boolean;
  toolbar?: ReactNode;
  actions?: ReactNode;
};

export function PredictionSheet({
  draftStatus,
  closedText,
  isUnsent,
  toolbar,
  actions,
  ...list
}: PredictionSheetProps) {
  const titleId = useId();
  const count = list.songIds.length;
  const hadSongs = useRef(false);
  useEffect(() => {
    hadSongs.current = count > 0;
  }, [count]);

  const scroller = useRef<HTMLDivElement>(null);
  const hasMoreBelow = useHasMoreBelow(scroller, count);
  const { lastAdded } = list;
  useEffect(() => {
    if (lastAdded) scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [lastAdded]);

  return (
    <Sheet aria-labelledby={titleId} className={`${LOW_HEADER} flex flex-col lg:max-h-full`}>
      <SheetHeader id={titleId} title="Your Prediction" aside={<Count count={count} />} />
      {toolbar}
      <div
        ref={scroller}
        className={classes(
          'lg:flex lg:min-h-0 lg:flex-1 lg:flex-col lg:overflow-y-auto lg:overscroll-contain',
          hasMoreBelow && 'lg:mask-b-from-[calc(100%-3rem)]',
        )}
      >
        {count > 0 ? <PickList {...list} /> : <EmptySheet hadSongs={hadSongs} />}
      </div>
      <div className="order-2">
        <SheetFooter>
          <div className="grid gap-1 text-ink-dim">
            <div role="status" className="font-semibold text-ink">
              {isFull(list.songIds) && <p>{SHEET_FULL}</p>}
              {closedText && <p>{closedText}</p>}
            </div>
            {!closedText && (isUnsent ? <OfflineNote /> : <DraftNote draftStatus={draftStatus} />)}
          </div>
          {actions}
        </SheetFooter>
      </div>
    </Sheet>
  );
}

function OfflineNote() {
  return (
    <>
      <p className="font-semibold text-ink">{OFFLINE_NOTE.title}</p>
      <p>{OFFLINE_NOTE.description}</p>
    </>
  );
}

/** The header is lower on wide screens, where the list must fit the height. */
export const LOW_HEADER =
  'min-[85rem]:[&>:first-child]:items-center min-[85rem]:[&>:first-child]:pt-5 min-[85rem]:[&>:first-child]:pb-2.5 min-[85rem]:[&_h2]:text-poster-md';

export function Count({ count }: { count: number | string }) {
  return (
    <p>
      <span className="poster block text-poster-md">
        {count} / {MAX_PICKS}{' '}
      </span>
      <span className="text-ink-dim text-xs">songs selected</span>
    </p>
  );
}

function DraftNote({ draftStatus }: { draftStatus: DraftStatus }) {
  if (draftStatus.state === 'none') return null;
  if (draftStatus.state === 'failed')
    return <p>This browser can't save drafts. Submit before you leave.</p>;
  return <SavedNote savedAt={draftStatus.savedAt} />;
}

function SavedNote({ savedAt }: { savedAt: number }) {
  const now = useNow();
  return (
    <p>Draft saved {now - savedAt < MINUTE ? 'a moment ago' : formatRelativeTime(savedAt, now)}</p>
  );
}

function EmptySheet({ hadSongs }: { hadSongs: RefObject<boolean> }) {
  const emptyState = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (hadSongs.current) emptyState.current?.focus();
  }, [hadSongs]);

  return (
    <div
      ref={emptyState}
      tabIndex={-1}
      className="grid gap-2 px-6 pt-12 pb-6 text-center outline-none"
    >
      <p className="poster text-poster-md">No songs yet</p>
      <p className="text-balance text-ink-dim">
        The first song you add is your opener, the last one your closer.
      </p>
    </div>
  );
}
