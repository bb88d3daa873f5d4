import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { SetlistSource } from '#web/show-display/setlist-source.tsx';
import { Button } from '#web/ui/button.tsx';
import { ArrowDown } from '#web/ui/icons.ts';
import { OutcomeStamp } from './outcome-stamp.tsx';
import { SetlistSheet } from './setlist-sheet.tsx';
import type { MyProgress } from './use-my-progress.ts';

type LiveSetlistProps = {
  show: Show;
  rows: readonly SetlistEntry[];
  myProgress: MyProgress;
  /** The parent owns the ref, so it outlives tab changes. */
  isFollowing: RefObject<boolean | null>;
};

export function LiveSetlist({ show, rows, myProgress, isFollowing }: LiveSetlistProps) {
  const { prediction, outcomeByPosition } = myProgress;
  const last = useLastRow(show.status === 'live' ? rows.at(-1)?.id : undefined, isFollowing);
  return (
    <>
      <SetlistSheet
        show={show}
        rows={rows}
        lastRow={last.row}
        renderMark={
          prediction
            ? ({ position }) => (
                <OutcomeStamp
                  outcome={outcomeByPosition.get(position) ?? 'Not played'}
                  zeroLabel="No points"
                />
              )
            : undefined
        }
      />
      {show.status === 'closed' && <SetlistSource showId={show.id} className="mt-6" />}
      {show.status === 'live' && last.isOutOfView && (
        <div className="sticky bottom-[calc(var(--page-foot,0px)+0.75rem)] z-10 mt-3 flex h-0 items-end justify-center">
          <Button variant="lamp" className="shadow-raised" onClick={last.scrollToLastRow}>
            <ArrowDown aria-hidden />
            Jump to song {rows.length}
          </Button>
        </div>
      )}
    </>
  );
}

/** Follows new rows unless the user scrolled the last one away. `followingRef` starts as null. */
function useLastRow(lastId: string | undefined, followingRef: RefObject<boolean | null>) {
  const row = useRef<HTMLLIElement>(null);
  const [isOutOfView, setOutOfView] = useState(false);
  const shownId = useRef(lastId);

  // Only the user's scrolling stops the following, not a burst of songs or a growing page.
  useEffect(() => {
    const updateFollowing = () => {
      followingRef.current = isInView(row.current);
    };
    window.addEventListener('scroll', updateFollowing, { passive: true });
    return () => window.removeEventListener('scroll', updateFollowing);
  }, [followingRef]);

  // Scrolls to the end after a tab change, but not when the page opens.
  useEffect(() => {
    if (followingRef.current && shownId.current) row.current?.scrollIntoView({ block: 'nearest' });
    followingRef.current ??= true;
  }, [followingRef]);

  // A layout effect: a pending scroll event would find the new row out of view.
  useLayoutEffect(() => {
    if (lastId === undefined || !row.current) return;
    const isNew = lastId !== shownId.current;
    shownId.current = lastId;
    if (isNew && followingRef.current) row.current.scrollIntoView({ block: 'nearest' });
    const observer = new IntersectionObserver(
      ([entry]) => setOutOfView(!(entry?.isIntersecting ?? false)),
      { rootMargin: `0px 0px -${BOTTOM_BAR_PX}px 0px` },
    );
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [lastId, followingRef]);

  return {
    row,
    isOutOfView,
    scrollToLastRow: () => row.current?.scrollIntoView({ block: 'center' }),
  };
}

const BOTTOM_BAR_PX = 100;

function isInView(row: Element | null): boolean {
  if (!row) return true;
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight - BOTTOM_BAR_PX;
}
