import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { MINUTE } from '#contract/durations.ts';
import { MAX_PICKS } from '#contract/predictions.ts';
import { relativeTime } from '#web/time/durations.ts';
import { useNow } from '#web/time/use-now.ts';
import { Sheet, SheetFooter, SheetHeader } from '#web/ui/list/sheet.tsx';
import { PickList, type PickListProps } from './pick-list.tsx';
import type { Keeping } from './use-draft.ts';
import { WAITING } from './use-submit-prediction.ts';

type PredictionSheetProps = PickListProps & {
  keeping: Keeping;
  /** Why the list can't be changed. */
  closedText: string | null;
  isUnsent: boolean;
  actions?: ReactNode;
};

export function PredictionSheet({
  keeping,
  closedText,
  isUnsent,
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
  const { lastAdded } = list;
  useEffect(() => {
    if (lastAdded) scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [lastAdded]);

  return (
    // On wide screens, only the list scrolls.
    <Sheet aria-labelledby={titleId} className="lg:flex lg:max-h-full lg:flex-col">
      <SheetHeader id={titleId} title="Your Prediction" aside={<Count count={count} />} />
      <div ref={scroller} className="lg:min-h-0 lg:flex-1 lg:overflow-y-auto lg:overscroll-contain">
        {count > 0 ? <PickList {...list} /> : <EmptySheet hadSongs={hadSongs} />}
      </div>
      <SheetFooter>
        <div className="grid gap-1 text-ink-dim">
          <div role="status" className="font-semibold text-ink">
            {count >= MAX_PICKS && <p>Maximum of {MAX_PICKS} songs reached</p>}
            {closedText && <p>{closedText}</p>}
          </div>
          {!closedText && (isUnsent ? <WaitingNote /> : <DraftNote keeping={keeping} />)}
        </div>
        {actions}
      </SheetFooter>
    </Sheet>
  );
}

function WaitingNote() {
  return (
    <>
      <p className="font-semibold text-ink">{WAITING.title}</p>
      <p>{WAITING.description}</p>
    </>
  );
}

function Count({ count }: { count: number }) {
  return (
    <p>
      <span className="poster block text-poster-md">
        {count} / {MAX_PICKS}{' '}
      </span>
      <span className="text-ink-dim text-xs">songs selected</span>
    </p>
  );
}

function DraftNote({ keeping }: { keeping: Keeping }) {
  if (keeping.state === 'nothing to keep') return null;
  if (keeping.state === 'not kept')
    return <p>This browser keeps no drafts: submit before you leave</p>;
  return <SavedNote at={keeping.at} />;
}

function SavedNote({ at }: { at: number }) {
  const now = useNow();
  return <p>Draft saved {now - at < MINUTE ? 'a moment ago' : relativeTime(at, now)}</p>;
}

/** Takes the focus when the last pick was just removed. */
function EmptySheet({ hadSongs }: { hadSongs: RefObject<boolean> }) {
  const here = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (hadSongs.current) here.current?.focus();
  }, [hadSongs]);

  return (
    <div ref={here} tabIndex={-1} className="grid gap-2 px-6 py-12 text-center outline-none">
      <p className="poster text-poster-md">No songs yet</p>
      <p className="text-balance text-ink-dim">
        The first song you add is your opener, the last one your closer.
      </p>
    </div>
  );
}
