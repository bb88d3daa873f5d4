import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { SetlistSource } from '#web/show-display/setlist-source.tsx';
import { Button } from '#web/ui/button.tsx';
import { ArrowDown } from '#web/ui/icons.ts';
import { OutcomeStamp } from './outcome-stamp.tsx';
import { SetlistSheet } from './setlist-sheet.tsx';
import type { MyLiveShow } from './use-my-live-show.ts';

type NightSetlistProps = {
  show: Show;
  rows: readonly SetlistEntry[];
  night: MyLiveShow;
  /** Whether the reader follows the show; kept while another tab is shown. */
  isFollowing: RefObject<boolean | null>;
};

/** The sheet with one's own stamps on it; while the show is live, its end is never far. */
export function LiveSetlist({ show, rows, night, isFollowing }: NightSetlistProps) {
  const { prediction, outcomeAt } = night;
  const last = useLastRow(show.status === 'live' ? rows.at(-1)?.id : undefined, isFollowing);
  return (
    <>
      <SetlistSheet
        show={show}
        rows={rows}
        lastRow={last.row}
        markOf={
          prediction
            ? ({ position }) => (
                <OutcomeStamp outcome={outcomeAt.get(position) ?? 'Not played'} none="No points" />
              )
            : undefined
        }
      />
      {show.status === 'closed' && <SetlistSource showId={show.id} className="mt-6" />}
      {show.status === 'live' && last.isOutOfSight && (
        <div className="sticky bottom-[calc(var(--page-foot,0px)+0.75rem)] z-10 mt-3 flex h-0 items-end justify-center">
          <Button variant="lamp" className="shadow-raised" onClick={last.jump}>
            <ArrowDown aria-hidden />
            Jump to song {rows.length}
          </Button>
        </div>
      )}
    </>
  );
}

/**
 * Follows the setlist's end: each new song comes into sight, until the reader scrolls the last one
 * out of it; once they are back at the end, by themselves or by `jump`, it follows again. `lastId`
 * is the last row's identity, undefined where there is nothing to follow. `followingRef` outlives the
 * list, which is not drawn while another tab is: null before it was drawn the first time.
 */
function useLastRow(lastId: string | undefined, followingRef: RefObject<boolean | null>) {
  const row = useRef<HTMLLIElement>(null);
  const [isOutOfSight, setOutOfSight] = useState(false);
  const shownId = useRef(lastId);

  // Only scrolling ends it: songs that come in a burst, or a page that grows, are not the reader's.
  useEffect(() => {
    const heed = () => {
      followingRef.current = isInSight(row.current);
    };
    window.addEventListener('scroll', heed, { passive: true });
    return () => window.removeEventListener('scroll', heed);
  }, [followingRef]);

  // Whoever comes back from another tab is where the show is; a page that opens begins at its top.
  useEffect(() => {
    if (followingRef.current && shownId.current) row.current?.scrollIntoView({ block: 'nearest' });
    followingRef.current ??= true;
  }, [followingRef]);

  // Before the scroll event of the song before, which would find the new row out of sight.
  useLayoutEffect(() => {
    if (lastId === undefined || !row.current) return;
    const isNew = lastId !== shownId.current;
    shownId.current = lastId;
    if (isNew && followingRef.current) row.current.scrollIntoView({ block: 'nearest' });
    const observer = new IntersectionObserver(
      ([entry]) => setOutOfSight(!(entry?.isIntersecting ?? false)),
      { rootMargin: `0px 0px -${FOOT}px 0px` },
    );
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [lastId, followingRef]);

  return {
    row,
    isOutOfSight,
    jump: () => row.current?.scrollIntoView({ block: 'center' }),
  };
}

/** What the bar at the lower end of the screen covers. */
const FOOT = 100;

function isInSight(row: Element | null): boolean {
  if (!row) return true;
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight - FOOT;
}
