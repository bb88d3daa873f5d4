import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { SCROLL_CLAIMED, USER_SCROLL_EVENTS } from '#web/ui/user-scroll-events.ts';

export interface LastRow {
  ref: RefCallback<HTMLLIElement>;
  isInView: boolean;
  scrollTo(): void;
}

/** Opens at the last row and follows new ones, unless the user scrolled the last one out of view. */
export function useLastRow(isLive: boolean): LastRow {
  const [row, setRow] = useState<HTMLLIElement | null>(null);
  const [isInView, setInView] = useState(true);
  const [visit] = useState(() => window.navigation?.currentEntry?.key);
  const isFollowing = useRef(!visit || !scrolledAway.has(visit));
  const hasUserScrolled = useRef(false);
  const opensAtRow = useRef(isLive);
  const hasShownRow = useRef(false);

  useEffect(() => {
    const abortController = new AbortController();
    const recordInput = () => {
      hasUserScrolled.current = true;
      abortController.abort();
    };
    for (const event of USER_SCROLL_EVENTS)
      window.addEventListener(event, recordInput, {
        passive: true,
        signal: abortController.signal,
      });
    return () => abortController.abort();
  }, []);

  // Only scrolling by the user stops this, not a burst of songs, a growing page or a reload.
  useEffect(() => {
    if (!row) return;
    const updateFollowing = () => {
      if (!hasUserScrolled.current) return;
      isFollowing.current = isVisible(row);
      if (visit) scrolledAway[isFollowing.current ? 'delete' : 'add'](visit);
    };
    // In the capture phase, because the setlist is a column that scrolls on wide screens.
    const options = { passive: true, capture: true };
    window.addEventListener('scroll', updateFollowing, options);
    return () => window.removeEventListener('scroll', updateFollowing, options);
  }, [row, visit]);

  // A layout effect: a pending scroll event would find the new row out of view.
  useLayoutEffect(() => {
    if (!row) return;
    if (isFollowing.current) {
      const isOpening = opensAtRow.current;
      if (isOpening || hasShownRow.current) row.scrollIntoView({ block: 'nearest' });
      // The page's arrival effects run after this one and restore an earlier position.
      if (isOpening)
        queueMicrotask(() => {
          window.dispatchEvent(new Event(SCROLL_CLAIMED));
          row.scrollIntoView({ block: 'nearest' });
        });
    }
    opensAtRow.current = false;
    hasShownRow.current = true;
    const observer = new IntersectionObserver(
      ([entry]) => setInView(entry?.isIntersecting ?? false),
      { rootMargin: `0px 0px -${BOTTOM_BAR_PX}px 0px` },
    );
    observer.observe(row);
    return () => observer.disconnect();
  }, [row]);

  const ref = useCallback((element: HTMLLIElement | null) => {
    setRow(element);
    if (!element) return;
    const willScroll = (opensAtRow.current || hasShownRow.current) && isFollowing.current;
    setInView(willScroll || isVisible(element));
  }, []);

  return {
    ref,
    isInView: row !== null && isInView,
    scrollTo() {
      isFollowing.current = true;
      row?.scrollIntoView({ block: 'center' });
    },
  };
}

/** History entries on which the user scrolled away. Going back to one restores its position. */
const scrolledAway = new Set<string>();

const BOTTOM_BAR_PX = 120;

function isVisible(row: Element): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  const list = row.closest('[role=group]')?.getBoundingClientRect();
  const listTop = Math.max(0, list?.top ?? 0);
  const listBottom = Math.min(window.innerHeight - BOTTOM_BAR_PX, list?.bottom ?? Infinity);
  return bottom > listTop && top < listBottom;
}
