import { type ReactNode, useEffect, useId, useRef } from 'react';
import { MAX_PICKS } from '#contract/predictions.ts';
import { Sheet, SheetFooter, SheetHeader } from '#web/ui/sheet.tsx';
import { DraftNote } from './draft-note.tsx';
import { EmptySheet } from './empty-sheet.tsx';
import { PickList, type PickListProps } from './pick-list.tsx';
import type { Keeping } from './use-draft.ts';
import { WAITING } from './use-submit-prediction.ts';

type PredictionSheetProps = PickListProps & {
  keeping: Keeping;
  /** Why nothing can be changed: in place of the note on the draft. */
  closedText: string | null;
  /** It was submitted without a line, and waits for it. */
  isUnsent: boolean;
  /** Undo, submit. */
  actions?: ReactNode;
};

/** The list being put together, on its sheet. */
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

  // What was just added stands at the end: there the list's own scroll goes, where it has one.
  const scroller = useRef<HTMLDivElement>(null);
  const { lastAdded } = list;
  useEffect(() => {
    if (lastAdded) scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [lastAdded]);

  return (
    // Beside the songs only its list scrolls: head and foot stay in sight.
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
